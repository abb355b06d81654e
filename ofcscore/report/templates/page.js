"use strict";
// Copying and searching; without this the page is whole.
(() => {
  const byId = (id) => document.getElementById(id);

  // -- copying ----------------------------------------------------------------------------------------

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  }

  for (const button of document.querySelectorAll("button.copy")) {
    const word = button.firstChild;
    const before = word.data;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await copy(button.dataset.copy ?? byId(button.dataset.of).textContent);
      word.data = "Copied";
      setTimeout(() => { word.data = before; }, 2000);
    });
  }

  // -- finding deals ----------------------------------------------------------------------------------

  const list = byId("deal-list");
  if (!list) return;
  const find = byId("find");
  const [text, player, kind, order] = find.querySelectorAll("input, select");
  const entries = JSON.parse(byId("deal-index").textContent);
  // Heads of nights and deals, in order; of a deal with its entry: name and date, then three numbers a player,
  // which are column, points and marks.
  const items = [...list.children];
  const deals = items.filter((item) => item.classList.contains("deal"));
  const entryOf = new Map(deals.map((deal, i) => [deal, entries[i]]));
  let found = deals;

  function points(entry, column) {
    const own = [];
    for (let i = 1; i < entry.length; i += 3) if (!column || entry[i] === column) own.push(entry[i + 1]);
    return own;
  }

  function has(entry, column, mark) {
    for (let i = 1; i < entry.length; i += 3) {
      if ((!column || entry[i] === column) && (!mark || entry[i + 2] & mark)) return true;
    }
    return false;
  }

  const SIZES = {
    swing: (own) => Math.max(...own.map(Math.abs)),
    win: (own) => Math.max(...own),
    loss: (own) => -Math.min(...own),
  };

  // The deals that are found, in order, each night's below its head.
  function byNight() {
    const those = new Set(found);
    const shown = [];
    let head = null;
    for (const item of items) {
      if (!entryOf.has(item)) head = item;
      else if (those.has(item)) {
        if (head) shown.push(head);
        head = null;
        shown.push(item);
      }
    }
    return shown;
  }

  function search() {
    const words = text.value.trim().toLowerCase();
    const [column, mark, size] = [Number(player.value), Number(kind.value), SIZES[order.value]];
    found = deals.filter((deal) => {
      const entry = entryOf.get(deal);
      return has(entry, column, mark) && (!words || entry[0].toLowerCase().includes(words));
    });
    if (size) {
      const sizes = new Map(found.map((deal) => [deal, size(points(entryOf.get(deal), column))]));
      found.sort((a, b) => sizes.get(b) - sizes.get(a));
    }
    byId("found").textContent = found.length === deals.length ? "" : `${found.length} of ${deals.length} deals`;
    list.classList.toggle("by-night", !size && deals.length < items.length);
    list.replaceChildren(...(size ? found : byNight()));
  }

  // Brings a deal into sight, and opens it; or the head of a night, with its first deal not opened.
  function jump(deal, head) {
    if (!deal.isConnected || (head && !head.isConnected)) {
      text.value = player.value = kind.value = order.value = "";
      search();
    }
    if (!head) deal.open = true;
    (head ?? deal).scrollIntoView();
    deal.querySelector("summary").focus({ preventScroll: true });
  }

  function follow() {
    const at = items.findIndex((item) => `#${item.id}` === location.hash);
    if (at < 0) return;
    if (entryOf.has(items[at])) jump(items[at]);
    else jump(items[at + 1], items[at]);
  }

  find.hidden = false;
  find.addEventListener("input", search);
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !found.length) return;
    event.preventDefault();
    const words = text.value.trim().toLowerCase();
    jump(found.find((deal) => entryOf.get(deal)[0].toLowerCase().split(" ")[0] === words) ?? found[0]);
  });
  addEventListener("hashchange", follow);
  follow();
})();
