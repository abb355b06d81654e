"use strict";
// The page is whole without this but for logs of many deals, which are unpacked here where they are looked at.
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

  // -- deals ------------------------------------------------------------------------------------------

  const list = byId("deal-list");
  if (!list) return;
  const { block, deals } = JSON.parse(byId("deal-index").textContent);
  const packed = document.querySelectorAll("script.packed");
  const nights = new Map([...list.querySelectorAll(".night")].map((head) => [Number(head.dataset.night), head]));
  const made = new Map([...list.querySelectorAll(".deal")].map((deal) => [numberOf(deal.id), deal]));
  const unpacked = new Map();
  const AT_ONCE = 300;
  let rowHeight = 60;
  let slices = [];
  let shown = [];

  function numberOf(id) {
    return Number(id.slice(id.indexOf("-") + 1));
  }

  // The deals of a block as HTML, in which every name and note is text: they were escaped when it was packed.
  async function unpack(place) {
    if (!unpacked.has(place)) {
      if (unpacked.size > 20) unpacked.delete(unpacked.keys().next().value);
      const bytes = Uint8Array.from(atob(packed[place].textContent), (c) => c.charCodeAt(0));
      const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
      unpacked.set(place, new Response(text).json());
    }
    return unpacked.get(place);
  }

  async function element(number) {
    if (made.has(number)) return made.get(number);
    const html = (await unpack(Math.floor((number - 1) / block)))[(number - 1) % block];
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content.querySelector("details");
  }

  async function fill(slice) {
    if (slice.full) return;
    slice.full = true;
    const elements = await Promise.all(slice.deals.map(element));
    if (!slice.full) return;
    const parts = elements.flatMap((deal, i) => {
      const night = slice.heads.get(slice.deals[i]);
      return night === undefined ? [deal] : [nights.get(night), deal];
    });
    slice.replaceChildren(...parts);
    slice.style.minHeight = "";
    rowHeight = slice.offsetHeight / slice.deals.length || rowHeight;
  }

  function empty(slice) {
    if (!slice.full || !slice.firstChild) return;
    slice.style.minHeight = `${slice.offsetHeight}px`;
    slice.full = false;
    slice.replaceChildren();
  }

  const watcher = new IntersectionObserver(
    (seen) => seen.forEach((one) => (one.isIntersecting ? fill(one.target) : empty(one.target))),
    { rootMargin: "1500px 0px" },
  );

  // What is open stays so while it is out of sight.
  list.addEventListener("toggle", ({ target }) => {
    if (!packed.length || !target.classList.contains("deal")) return;
    if (target.open) made.set(numberOf(target.id), target);
    else made.delete(numberOf(target.id));
  }, true);

  // Shows these deals, by number; below the heads of their nights where they stand in order.
  async function show(numbers, inOrder) {
    shown = numbers;
    watcher.disconnect();
    slices = [];
    let night = -1;
    for (let i = 0; i < numbers.length; i += block) {
      const slice = document.createElement("div");
      slice.deals = numbers.slice(i, i + block);
      slice.heads = new Map();
      for (const number of slice.deals) {
        const own = deals[number - 1][1];
        if (inOrder && own !== night && nights.has(own)) slice.heads.set(number, night = own);
      }
      slice.style.minHeight = `${slice.deals.length * rowHeight}px`;
      slices.push(slice);
    }
    const few = numbers.length <= AT_ONCE;
    byId("deals").classList.toggle("many", !few);
    if (few) await Promise.all(slices.map(fill));
    if (shown !== numbers) return;
    list.classList.toggle("by-night", inOrder && nights.size > 0);
    list.replaceChildren(...slices);
    if (!few) slices.forEach((slice) => watcher.observe(slice));
  }

  // -- finding ----------------------------------------------------------------------------------------

  const find = byId("find");
  const [text, player, kind, order] = find.querySelectorAll("input, select");
  const all = deals.map((_, i) => i + 1);

  // A deal is its name and date, its night, and three numbers a player: column, points, what there was.
  function points(deal, column) {
    const own = [];
    for (let i = 2; i < deal.length; i += 3) if (!column || deal[i] === column) own.push(deal[i + 1]);
    return own;
  }

  function has(deal, column, what) {
    for (let i = 2; i < deal.length; i += 3) {
      if ((!column || deal[i] === column) && (!what || deal[i + 2] & what)) return true;
    }
    return false;
  }

  const SIZES = {
    swing: (own) => Math.max(...own.map(Math.abs)),
    win: (own) => Math.max(...own),
    loss: (own) => -Math.min(...own),
  };

  async function search() {
    const words = text.value.trim().toLowerCase();
    const column = Number(player.value);
    const what = Number(kind.value);
    const size = SIZES[order.value];
    let found = all.filter((number) => {
      const deal = deals[number - 1];
      return has(deal, column, what) && (!words || deal[0].toLowerCase().includes(words));
    });
    if (size) {
      const sizes = new Map(found.map((number) => [number, size(points(deals[number - 1], column))]));
      found = found.sort((a, b) => sizes.get(b) - sizes.get(a) || a - b);
    }
    byId("found").textContent = found.length === all.length ? "" : `${found.length} of ${all.length} deals`;
    await show(found, !size);
  }

  async function reset() {
    text.value = player.value = kind.value = order.value = "";
    await search();
  }

  // Brings a deal into sight, and opens it.
  async function jump(number, open) {
    if (!slices.length || !shown.includes(number)) await reset();
    const slice = slices.find((one) => one.deals.includes(number));
    if (!slice) return;
    slice.scrollIntoView();
    await fill(slice);
    const deal = byId(`deal-${number}`);
    if (!deal) return;
    if (open) deal.open = true;
    const night = slice.heads.get(number);
    (open || night === undefined ? deal : nights.get(night)).scrollIntoView();
    deal.querySelector("summary").focus({ preventScroll: true });
  }

  async function follow() {
    const [what, number] = [location.hash.split("-")[0], numberOf(location.hash)];
    if (what === "#deal" && deals[number - 1]) await jump(number, true);
    if (what === "#night" && nights.has(number)) await jump(Number(nights.get(number).dataset.first), false);
  }

  find.hidden = false;
  if (packed.length && !globalThis.DecompressionStream) {
    byId("found").textContent = "This browser is too old to show the deals; one of 2023 or later does.";
    return;
  }
  find.addEventListener("input", search);
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !shown.length) return;
    event.preventDefault();
    const words = text.value.trim().toLowerCase();
    jump(shown.find((number) => deals[number - 1][0].toLowerCase().split(" ")[0] === words) ?? shown[0], true);
  });
  addEventListener("hashchange", follow);
  if (packed.length) search().then(follow);
  else { shown = all; follow(); }
})();
