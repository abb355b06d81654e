"use strict";
/* The phone's page. Text from the table is never parsed as HTML, and nothing is loaded from other sites. */

const $ = (id) => document.getElementById(id);
const RANKS = "AKQJT98765432", ORDER = "shdc";
const SUITS = { s: ["♠", "spades"], h: ["♥", "hearts"], d: ["♦", "diamonds"], c: ["♣", "clubs"] };
const NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", "*": "joker" };
const ROWS = [["Top", 3], ["Middle", 5], ["Bottom", 5]];
// Right-to-left words; isolating them keeps the figures after them in place.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?:[ .'-][\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)*/g;
const LOST = "No connection to the table. Your entries are kept on this phone.";
const PATIENCE = 10000; // timeout of a request in milliseconds
const kept = {
  get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
  set: (key, value) => { try { value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value); } catch { /* private */ } },
};

let table = null;              // the latest state of the table
let me = kept.get("me") || ""; // the player whose board this phone enters
let stream = null, heard = 0;  // the event stream, and the time of its last event
let mode = kept.get("mode") || "cards";
let target = null;             // the board of an older deal that is being changed: {deal, player, marks}
let changing = "";             // the name of the deal if this player's board is being replaced
let rows = [[], [], []], flush = [false, false, false], picked = null, nextRow = 0, pressedRank = "";
let verdict = null, waiting = null, sending = false, shown = {};
const sent = {};               // boards that were sent, to restore them if they are undone

function make(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") made.addEventListener("click", value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  const there = inside.filter((one) => one !== null && one !== undefined);
  made.append(...there.map((one) => typeof one === "string" ? one.replace(RIGHT_TO_LEFT, "\u2068$&\u2069") : one));
  return made;
}
const person = (name) => make("bdi", {}, name);
const fill = (id, ...inside) => $(id).replaceChildren(...inside.filter(Boolean));
const show = (id, yes) => { $(id).hidden = !yes; };
const tone = (points) => points.startsWith("+") ? "n up" : points.startsWith("-") ? "n down" : "n";
const minus = (text) => text.replace(/(^|[ (])-(?=[^ ]*[0-9])/g, "$1\u2212");

/* -- the connection ------------------------------------------------------------------------------- */

function connect() {
  if (stream) stream.close();
  stream = new EventSource("/events?as=" + encodeURIComponent(me));
  heard = Date.now();
  stream.onopen = () => { heard = Date.now(); say(""); if (waiting) send(waiting); };
  stream.onmessage = (event) => { heard = Date.now(); table = JSON.parse(event.data); render(); };
  stream.addEventListener("beat", () => { heard = Date.now(); });
  stream.onerror = () => {
    say(LOST, true);
    if (stream.readyState === EventSource.CLOSED) refused();
  };
}

async function refused() {
  // Check if the secret has expired or only the connection is lost.
  try {
    const response = await fetch("/page.css");
    if (response.status !== 403) { setTimeout(connect, 1000); return; }
  } catch { setTimeout(connect, 2000); return; }
  say("");
  document.querySelector("main").hidden = $("me").hidden = true;
  show("out", true);
}

function say(text, bad = false) {
  $("line").textContent = text;
  $("line").className = bad ? "bad" : "";
}

const sayDone = ({ saved, said }) => say([...(saved ? ["Saved."] : []), ...said].join(" "), !saved);

async function ask(where, fields) {
  const response = await fetch(where, {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ as: me, seen: table.version, ...fields }), signal: AbortSignal.timeout?.(PATIENCE),
  });
  if (response.status === 403) { refused(); throw new Error("refused"); }
  if (!response.ok) return { done: false, said: [(await response.text()).trim()], asks: [] };
  return response.json();
}

/* -- the board that is entered --------------------------------------------------------------------- */

const place = () => target || { deal: table.deal.name, player: me, marks: "" };
const draftKey = () => JSON.stringify(["board", table.file, place().deal, place().player]);
const count = () => rows.flat().length;
const whole = () => mode === "text" ? $("text").value.trim() !== "" : count() === 13;

function boardText() {
  const { marks } = place();
  if (mode === "text") return $("text").value.trim();
  if (table.claims.length && $("claim").value) return `claim ${$("claim").value}: ${rows.flat().join(" ")}`;
  const text = rows.map((cards, i) => cards.join(" ") + (flush[i] && mode === "ranks" ? " flush" : "")).join(" / ");
  return text + marks;
}

function readBoard(text) {
  const marks = (text.match(/( \([^()]*\))+$/) || [""])[0];
  const parts = text.slice(0, text.length - marks.length).split("/").map((part) => part.trim().split(/\s+/));
  const flushes = parts.map((part) => part[part.length - 1] === "flush" && Boolean(part.pop()));
  const sound = parts.length === 3 && parts.every((part, i) =>
    part.length === ROWS[i][1] && part.every((card) => /^([2-9TJQKA][shdc]?|\*)$/.test(card)));
  return sound ? { rows: parts, flush: flushes, marks } : null;
}

function load(text) {
  const read = readBoard(text);
  if (read) {
    rows = read.rows; flush = read.flush;
    if (target) target.marks = read.marks;
    mode = rows.flat().every((card) => card.length === 2 || card === "*") ? "cards" : "ranks";
    if (mode === "ranks") rows = rows.map((row) => row.map((card) => card[0]));
  } else { mode = "text"; $("text").value = text; }
}

function fresh() {
  rows = [[], [], []]; flush = [false, false, false]; picked = null; nextRow = 0; verdict = null; pressedRank = "";
  $("text").value = ""; $("claim").value = "";
}

function touched() {
  // A changed board must not be resent without the user.
  picked = null; verdict = null; waiting = null;
  if (stream.readyState === EventSource.OPEN) say(""); else say(LOST, true);
  const text = $("text").value;
  if (!target) kept.set(draftKey(), count() || text ? JSON.stringify({ rows, flush, mode, text }) : null);
  drawBoard();
  look();
}

let looking = 0;
async function look() {
  const mine = ++looking;
  if (!whole()) return;
  await new Promise((done) => setTimeout(done, mode === "text" ? 400 : 100));
  if (mine !== looking) return;
  try {
    const found = await ask("/look", { ...meant(), board: boardText() });
    if (mine === looking) { verdict = found; drawVerdict(); }
  } catch { /* the board is checked again when it is sent */ }
}
const meant = () => ({ do: "board", deal: place().deal, player: place().player });

function put(card) {
  const free = (i) => rows[i].length < ROWS[i][1];
  const at = free(nextRow) ? nextRow : [0, 1, 2].find(free);
  if (at === undefined) return;
  rows[at].push(card);
  nextRow = free(at) ? at : [0, 1, 2].find(free) ?? at;
  touched();
}

function tapSlot(i, j) {
  if (picked === null) {
    if (j < rows[i].length) { picked = [i, j]; drawBoard(); } else { nextRow = i; drawBoard(); }
    return;
  }
  const [k, l] = picked;
  if (k === i && l === j) { rows[i].splice(j, 1); nextRow = i; }
  else if (j < rows[i].length) [rows[i][j], rows[k][l]] = [rows[k][l], rows[i][j]];
  else { const [card] = rows[k].splice(l, 1); rows[i].push(card); nextRow = k; }
  touched();
}

async function send(what) {
  if (sending) return;
  sending = true;
  looking += 1; // ignore the result of a check in progress
  say("Sending…");
  drawSend();
  try {
    const answer = await ask("/do", what);
    waiting = null;
    if (answer.done) {
      sayDone(answer);
      const board = JSON.stringify(["board", table.file, what.deal, what.player]);
      kept.set(board, null);
      sent[board] = what.board;
      changing = ""; target = null; fresh();
      shown = {};
      render();
    } else { say(""); verdict = { ...verdict, ...answer, sent: true }; }
  } catch {
    waiting = what;
    say("No connection. The board will be sent when the connection is back.", true);
  }
  sending = false;
  if (!table) return;
  drawSend();
  drawVerdict();
  if (!$("ask").hidden) $("ask").focus();
}
const sendBoard = (extra = {}) => send({ ...meant(), board: boardText(), ...extra });

/* -- drawing the board ------------------------------------------------------------------------------ */

const isRed = (card) => card[1] === "h" || card[1] === "d";
const face = (card) => card === "*" ? "★" : (card[0] === "T" ? "10" : card[0]) + (card[1] ? SUITS[card[1]][0] : "");
const spoken = (card) => (NAMES[card[0]] || card[0]) + (card[1] ? " of " + SUITS[card[1]][1] : "");

function build() {
  fill("rows", ...ROWS.map(([name, size], i) => make("div", { class: "row", role: "group", "aria-label": name },
    make("div", { class: "name" }, make("span", {}, name),
      i ? make("button", { type: "button", class: "plain flush", onclick: () => { flush[i] = !flush[i]; touched(); } }, "flush") : null),
    ...Array.from({ length: size }, (_, j) => make("button", { type: "button", class: "slot", onclick: () => tapSlot(i, j) })))));
  const cards = ORDER.split("").map((suit) => make("div", { class: "suit of-cards", role: "group", "aria-label": SUITS[suit][1] },
    ...RANKS.split("").map((rank) => key(rank + suit))));
  const ranks = make("div", { class: "suit of-ranks", role: "group", "aria-label": "ranks" }, ...RANKS.split("").map(key));
  fill("deck", ...cards, ranks, make("div", { class: "suit", id: "jokers" }, key("*")));
}
const key = (card) => make("button", { type: "button", class: isRed(card) ? "card red" : "card", "data-card": card, "aria-label": spoken(card), onclick: () => put(card) }, face(card));

function drawBoard() {
  document.querySelectorAll("#rows .row").forEach((row, i) => {
    row.classList.toggle("next", i === nextRow && count() < 13);
    const toggle = row.querySelector(".flush");
    if (toggle) { toggle.hidden = mode !== "ranks"; toggle.setAttribute("aria-pressed", String(flush[i])); }
    row.querySelectorAll(".slot").forEach((slot, j) => {
      const card = rows[i][j];
      slot.textContent = card ? face(card) : "";
      slot.className = "slot" + (card ? (isRed(card) ? " red" : "") : " empty");
      slot.setAttribute("aria-label", card ? spoken(card) : "empty");
      slot.setAttribute("aria-pressed", String(picked !== null && picked[0] === i && picked[1] === j));
    });
  });
  const used = {};
  rows.flat().forEach((card) => { used[card] = (used[card] || 0) + 1; });
  document.querySelectorAll("#deck .card").forEach((button) => {
    const card = button.dataset.card;
    const most = card === "*" ? table.jokers : card.length === 1 ? 4 : 1;
    button.disabled = (used[card] || 0) >= most || count() === 13;
  });
  document.querySelectorAll(".of-cards").forEach((one) => { one.hidden = mode !== "cards"; });
  document.querySelectorAll(".of-ranks").forEach((one) => { one.hidden = mode !== "ranks"; });
  $("jokers").hidden = !table.jokers || mode === "text";
  show("rows", mode !== "text");
  show("deck", mode !== "text" && count() < 13);
  show("typing", mode === "text");
  document.querySelectorAll("[data-mode]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.mode === mode)));
  drawSend();
  drawVerdict();
}

function drawSend() {
  // One board at a time: a tap while another is sent would be lost.
  document.querySelectorAll("[data-board]").forEach((one) => { one.disabled = sending; });
  $("send").disabled = !whole() || sending;
  $("send").textContent = sending ? "Sending…" : whole() ? "Send the board" : `${13 - count()} ${count() === 12 ? "card" : "cards"} to go`;
  if (mode === "text" && !whole()) $("send").textContent = "Send the board";
}

function drawVerdict() {
  const lines = [];
  const { board, said = [], asks = [], sent } = verdict || {};
  if (board) for (const row of board.rows) {
    lines.push(make("li", {}, `${row.words}${row.royalty ? `, royalty ${row.royalty}` : ""}`));
  }
  if (board && board.words) lines.push(make("li", { class: board.foul ? "bad" : "" }, board.words));
  if (board && board.fantasyland) lines.push(make("li", { class: "land" }, board.fantasyland));
  const doubts = board && asks.length ? said.slice(-1) : said;
  lines.push(...doubts.map((text) => make("li", { class: "bad" }, text)));
  fill("verdict", ...lines);
  // The question is shown only after sending; the check before that shows just the result.
  const asked = sent && asks.length > 0;
  show("ask", asked);
  if (asked) fill("ask",
    asks.includes("flush") ? make("button", { type: "button", onclick: () => sendBoard({ answer: "flush" }) }, "It was a flush") : null,
    make("button", { type: "button", onclick: () => sendBoard({ answer: "foul" }) }, "Yes, it is a foul"),
    make("button", { type: "button", class: "plain", onclick: () => { verdict.sent = false; drawVerdict(); } }, "Change the board"));
  show("send-line", !asked);
}

/* -- drawing the table ------------------------------------------------------------------------------- */

const once = (name, value, draw) => {
  // Redraw only changed parts, so that focus, open sections and unfinished input are kept.
  const text = JSON.stringify(value);
  if (shown[name] !== text) { shown[name] = text; draw(); }
};

function render() {
  if (!table) return;
  const t = table, seat = t.seats.find((one) => one.name === me);
  const plays = t.role === "play", begun = t.asking !== "players";
  if (target && target.deal !== t.deal.name && !t.deals.some((deal) => deal.name === target.deal)) { target = null; fresh(); }
  document.title = t.file;
  $("title").textContent = begun ? `Deal ${t.deal.name}` : t.file;
  show("me", plays && begun && me !== "");
  $("me").textContent = `${me} · change`;
  show("trouble", t.trouble.length > 0);
  once("trouble", t.trouble, () => fill("trouble-said", ...t.trouble.map((text) => make("li", {}, text))));
  show("start", plays && t.asking === "players");
  if (t.start) once("start", t.start, () => {
    const rules = $("start-form").elements.rules;
    rules.replaceChildren(...t.start.families.map((family) => make("optgroup", { label: family.name },
      ...family.rules.map((one) => make("option", { value: one.name }, one.title)))));
    fill("options", ...t.start.options.map((one) => make("label", { class: "choice" },
      make("input", { type: "checkbox", name: "option", value: one.name }), one.title)));
    rules.value = t.start.usual;
    const questions = () => fill("questions", ...t.start.questions.filter((one) => one.name in t.start.answers[rules.value])
      .map((one) => make("label", {}, one.asks, make("input", {
        name: `house:${one.name}`, autocomplete: "off", placeholder: t.start.answers[rules.value][one.name] }))));
    rules.onchange = questions;
    questions();
    $("start-form").elements.players.value = t.start.players;
  });
  if (plays && begun && me && !seat && !target) { me = ""; kept.set("me", null); }
  show("who", plays && begun && me === "");
  once("names", [t.seats.map((one) => one.name), t.phones], () => fill("names",
    ...t.seats.map((one) => make("button", { type: "button", onclick: () => choose(one.name) }, person(one.name)))));
  once("points", t.seats.map((one) => one.name), () => fill("points", ...t.seats.map((one) => make("label", {}, `${one.name} `,
    make("input", { name: `points:${one.name}`, inputmode: "decimal", autocomplete: "off" })))));
  const isIn = Boolean(seat && seat.in), editing = Boolean(target), again = changing === t.deal.name;
  const enters = plays && begun && t.asking === "board" && (editing || (seat && seat.dealt && (!isIn || again)));
  const entering = enters ? JSON.stringify([place().deal, place().player, editing]) : "";
  show("enter", Boolean(enters));
  if (enters && shown.entering !== entering) { shown.entering = entering; begin(); }
  if (!enters) shown.entering = "";
  if (enters) {
    $("enter-title").replaceChildren(person(place().player), editing ? `: change deal ${place().deal}` : `: deal ${t.deal.name}`);
    show("cancel", editing || again);
    const due = editing ? null : seat.due;
    show("fantasyland", Boolean(due));
    $("fantasyland").textContent = `Fantasyland with ${due} cards: enter the 13 that you play.`;
    document.querySelector('[data-board="surrender"]').hidden = !t.surrender;
    document.querySelector('[data-board="absent"]').hidden = editing;
    show("claims", t.claims.length > 0 && mode !== "text");
    once("claims", t.claims, () => fill("claim", ...["", ...t.claims].map((kind) => make("option", { value: kind }, kind || "none"))));
    drawBoard();
  }
  show("in", Boolean(plays && begun && isIn && !again && !editing));
  $("in-title").replaceChildren(person(me), "'s board is in");
  once("mine", t.mine, () => fill("in-board", ...(t.mine || "").split(" / ").map((row) => make("span", { class: "line" }, cardsOf(row)))));
  drawWaiting(plays && begun);
  once("last", [t.last, plays], () => { show("last", Boolean(t.last)); if (t.last) fill("last", ...dealView(t.last, plays)); });
  show("summary", plays && begun && Boolean(t.last));
  once("summary", t.last, () => t.last && fill("summary", ...(t.last.totals ? [`Deal ${t.last.name}: `, ...totals(t.last.totals).childNodes] : [t.last.title])));
  drawStanding();
  show("news", t.notices.length > 0);
  once("notices", t.notices, () => fill("notices", ...t.notices.slice().reverse().map((one) =>
    make("li", {}, one.who ? person(one.who) : null, one.who ? " " : "", one.what))));
  drawMenu(plays && begun);
}

function begin() {
  fresh();
  mode = kept.get("mode") || "cards";
  if (target) load(target.text);
  else if (changing === table.deal.name && table.mine) load(table.mine);
  else {
    const draft = kept.get(draftKey());
    if (draft) try { ({ rows, flush, mode, text: $("text").value = "" } = JSON.parse(draft)); } catch { fresh(); }
    else if (readBoard(sent[draftKey()] || "")) load(sent[draftKey()]);
  }
  look();
}

function choose(name) {
  me = name; kept.set("me", name || null);
  changing = ""; target = null; shown = {};
  connect();
  render();
}

function drawWaiting(yes) {
  const dealt = table.seats.filter((one) => one.dealt || one.in);
  const missing = dealt.filter((one) => !one.in);
  show("waiting", table.asking !== "players" && dealt.length > 0);
  $("waiting-title").textContent = missing.length ? `Deal ${table.deal.name}: ${dealt.length - missing.length} of ${dealt.length} boards in` : `Deal ${table.deal.name}: all boards are in`;
  once("seats", [table.seats, table.phones, table.deal], () => fill("seats", ...table.seats.map((one) => make("li", {},
    make("span", {}, person(one.name), table.phones[one.name] > 1 ? ` (${table.phones[one.name]} phones)` : ""),
    make("span", { class: "note" }, one.in ? "is in" : !one.dealt ? "sits out" : one.due ? `fantasyland, ${one.due} cards` : "not in yet"))),
  ...table.deal.keys.map((key) => make("li", { class: "note" }, key))));
  $("about").textContent = [table.rules, table.stake, table.void].filter(Boolean).join(" · ");
  const others = missing.filter((one) => one.name !== me);
  const mayEnter = yes && me && $("enter").hidden;
  once("others", [others.map((one) => one.name), Boolean(mayEnter)], () => fill("others",
    ...(mayEnter ? others : []).map((one) => make("button", { type: "button", class: "plain", onclick: () => choose(one.name) }, "Enter ", person(one.name), "'s board"))));
}

function drawStanding() {
  show("standing", table.standings.length > 0 && Boolean(table.last));
  once("standing", [table.standings, table.payments, table.due], () => {
    const money = table.standings.some((one) => one.money);
    document.querySelector("th.money").hidden = !money;
    fill("standings", ...table.standings.map((one) => make("tr", {}, make("th", { scope: "row" }, person(one.name)),
      make("td", { class: tone(one.points) }, minus(one.points)), money ? make("td", { class: "n" }, minus(one.money || "")) : null)));
    fill("payments", ...[...table.due, ...table.payments].map((text) => make("li", {}, ...linked(text))));
  });
}

function cardsOf(text) {
  // Show suits as symbols, in red for hearts and diamonds; leave words that are not cards unchanged.
  const made = make("span", { class: "cards" });
  for (const word of text.split(" ")) {
    const card = /^[2-9TJQKA][shdc]$/.test(word) ? word : "";
    made.append(card ? make("span", { class: isRed(card) ? "red" : "" }, face(card)) : word, " ");
  }
  return made;
}

function dealView(deal, plays) {
  const boards = deal.boards.flatMap((board) => [
    make("h3", {}, person(board.name), board.words ? make("span", { class: board.foul ? "down" : "note" }, ` ${board.words}`) : null),
    make("div", { class: "board" }, ...board.rows.flatMap((row) => [cardsOf(row.cards), make("span", { class: "because" }, row.words),
      make("span", { class: "n" }, row.royalty ? `+${row.royalty}` : "")])),
    board.cards ? make("p", {}, cardsOf(board.cards)) : null,
    board.fantasyland ? make("p", { class: "land" }, board.fantasyland) : null,
    plays ? change(deal, board.player) : null,
  ]);
  const pairs = (deal.pairs || []).map((pair) => make("details", {},
    make("summary", {}, make("span", {}, pair.name, " "), make("span", { class: tone(pair.points) }, minus(pair.points))),
    make("ul", {}, ...pair.lines.map((line) => make("li", { class: "pair" },
      make("span", {}, line.what, make("span", { class: "because" }, line.note ? ` ${line.note}` : "")), make("span", { class: tone(line.points) }, minus(line.points)))))));
  const toVoid = plays && deal.pairs ? make("p", { class: "buttons change" },
    make("button", { type: "button", class: "plain", onclick: () => voidDeal(deal.name) }, `Void deal ${deal.name}`)) : null;
  return [make("h2", {}, deal.title), totals(deal.totals || []), ...boards, ...pairs,
    ...[...(deal.side || []), ...deal.keys].map((text) => make("p", { class: "note" }, text)), toVoid].filter(Boolean);
}

function voidDeal(name) {
  if (confirm(`Void deal ${name}? It will not count.`)) tell({ do: "void", deal: name });
}

const totals = (all) => make("p", { class: "totals" }, ...all.flatMap((one, i) =>
  [i ? ", " : "", person(one.name), " ", make("span", { class: tone(one.points) }, minus(one.points))]));

function change(deal, player) {
  const written = deal.written.find((one) => one.name === player);
  return written ? make("p", { class: "buttons change" }, make("button", { type: "button", class: "plain", onclick: () => {
    target = { deal: deal.name, player, marks: "", text: written.text };
    changing = ""; shown.entering = "";
    render();
    $("enter").scrollIntoView({ block: "start" });
  } }, "Change ", person(player), "'s board")) : null;
}

/* -- the menu ----------------------------------------------------------------------------------------- */

function drawMenu(yes) {
  show("menu", yes);
  const t = table, there = t.seats.filter((one) => one.in).length, missing = t.seats.filter((one) => one.dealt && !one.in).length;
  show("undo", Boolean(t.undo) && t.asking === "board");
  $("undo").textContent = t.undo ? `Undo ${t.undo}` : "";
  show("redo", t.redo);
  show("void", there > 0);
  $("void").textContent = `Void deal ${t.deal.name}`;
  show("done", there > 1 && (missing > 0 || t.trouble.length > 0 || t.seats.every((one) => one.in)));
  once("players", t.seats.map((one) => [one.name, one.dealt, one.in]), () => {
    document.querySelectorAll("select.players").forEach((select) => {
      const chosen = select.value;
      select.replaceChildren(make("option", { value: "" }, "choose"), ...t.seats.map((one) => make("option", { value: one.name }, one.name)));
      select.value = t.seats.some((one) => one.name === chosen) ? chosen : "";
    });
    fill("sitting", ...t.seats.map((one) => make("li", {}, person(one.name), make("button", { type: "button", class: "plain", disabled: one.in,
      onclick: () => tell({ do: one.dealt ? "leave" : "join", player: one.name }) }, one.dealt ? "Sit out" : "Deal in"))));
  });
  once("deals", t.deals, () => fill("deals", ...t.deals.slice().reverse().map((deal) => {
    const inside = make("div");
    return make("li", {}, make("button", { type: "button", class: "plain", onclick: () => open(deal.name, inside) }, `Deal ${deal.name}`), totals(deal.totals), inside);
  })));
}

async function open(name, inside) {
  if (inside.hasChildNodes()) { inside.replaceChildren(); return; }
  try {
    const response = await fetch("/deal?name=" + encodeURIComponent(name));
    if (response.ok) inside.replaceChildren(...dealView(await response.json(), true));
  } catch { say("No connection to the table.", true); }
}

function linked(text) {
  return text.split(/(https?:\/\/[^\s]+)/).map((part) => part.startsWith("http") ? make("a", { href: part, rel: "noreferrer" }, part) : part);
}

async function tell(fields, form) {
  $("menu-said").textContent = "";
  const where = form ? form.querySelector(".said") || $("menu-said") : $("menu-said");
  where.textContent = "";
  try {
    const answer = await ask("/do", fields);
    if (answer.done && form) form.reset();
    if (answer.done) sayDone(answer); else { say(""); where.textContent = answer.said.join(" "); }
    return answer.done;
  } catch { where.textContent = "No answer from the table. Check if it was done before you try again."; return false; }
}

async function invite() {
  let links = null;
  try {
    const response = await fetch("/links");
    if (response.ok) links = await response.json();
  } catch { /* opening the section again retries this */ }
  if (!links) { fill("links", "Could not load the addresses. Close and open this section to try again."); return; }
  const picture = (text) => document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  const each = (role, words) => [make("h3", {}, words), picture(links.pictures[role]), make("input", { readonly: true, value: links[role], "aria-label": words })];
  fill("links", ...each("play", "To play"), ...each("watch", "Only to watch"));
}

/* -- what is pressed ------------------------------------------------------------------------------------ */

function onKey(event) {
  const field = event.target.closest("input, select, textarea, summary");
  if (!table || $("enter").hidden || mode === "text" || event.ctrlKey || event.metaKey || event.altKey || field) return;
  const pressed = event.key.length === 1 ? event.key.toUpperCase().replace("0", "T") : event.key;
  if (pressed === "Backspace") {
    const last = [2, 1, 0].find((i) => rows[i].length);
    if (last !== undefined) { rows[last].pop(); nextRow = last; pressedRank = ""; touched(); }
    event.preventDefault();
  } else if (pressed === "Enter" && event.target === document.body) {
    if (whole()) sendBoard();
  } else if (RANKS.includes(pressed) && pressed.length === 1) {
    if (mode === "ranks") putKey(pressed); else { pressedRank = pressed; say(`${NAMES[pressed] || pressed} of … (press s, h, d or c)`); }
  } else if (pressedRank && ORDER.includes(event.key.toLowerCase())) {
    putKey(pressedRank + event.key.toLowerCase());
    pressedRank = ""; say("");
  } else if (pressed === "*") putKey("*");
}

function putKey(card) {
  const button = document.querySelector(`#deck [data-card="${card}"]`);
  if (button && !button.disabled) put(card);
}

function listen() {
  document.addEventListener("keydown", onKey);
  $("send").onclick = () => sendBoard();
  $("clear").onclick = () => { fresh(); touched(); };
  $("cancel").onclick = () => { target = null; changing = ""; fresh(); shown.entering = ""; render(); };
  $("change").onclick = () => { changing = table.deal.name; shown.entering = ""; render(); };
  $("me").onclick = () => choose("");
  $("text").oninput = touched;
  $("claim").onchange = touched;
  $("text").onkeydown = (event) => { if (event.key === "Enter" && whole()) sendBoard(); };
  document.querySelectorAll("[data-mode]").forEach((one) => { one.onclick = () => {
    if (one.dataset.mode === "text" && count() === 13) $("text").value = boardText();
    if (one.dataset.mode === "ranks") rows = rows.map((row) => row.map((card) => card[0]));
    if (one.dataset.mode === "cards" && rows.flat().some((card) => card.length === 1 && card !== "*")) fresh();
    mode = one.dataset.mode; kept.set("mode", mode === "text" ? "cards" : mode);
    touched();
  }; });
  document.querySelectorAll("[data-board]").forEach((one) => { one.onclick = () => {
    if (confirm(`${place().player}: ${one.textContent.toLowerCase()}?`)) send({ ...meant(), board: one.dataset.board });
  }; });
  document.querySelectorAll("button[data-do]").forEach((one) => { one.onclick = () => {
    if (!("sure" in one.dataset) || confirm(`${one.textContent}?`)) tell({ do: one.dataset.do });
  }; });
  document.querySelectorAll("#menu form").forEach((form) => { form.onsubmit = (event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form));
    tell(form.dataset.key ? { do: "key", key: form.dataset.key, ...fields } : { do: form.dataset.do, ...fields }, form);
  }; });
  $("start-form").onsubmit = (event) => {
    event.preventDefault();
    const fields = new FormData($("start-form"));
    const rules = [fields.get("rules"), ...fields.getAll("option")].join(" + ");
    const house = Object.fromEntries([...fields].filter(([name]) => name.startsWith("house:")));
    tell({ do: "start", players: fields.get("players"), stake: fields.get("stake"), rules, ...house }, $("start-form"));
  };
  $("void").onclick = () => voidDeal(table.deal.name);
  $("invite").ontoggle = () => { if ($("invite").open) invite(); };
  const television = () => {
    const on = location.hash === "#tv";
    document.documentElement.classList.toggle("tv", on);
    show("leave-tv", on);
  };
  addEventListener("hashchange", television);
  television();
  const awake = () => {
    if (document.visibilityState !== "visible" || !$("out").hidden) return;
    if (Date.now() - heard > 20000) connect();
    else if (waiting && stream.readyState === EventSource.OPEN) send(waiting);
  };
  document.addEventListener("visibilitychange", awake);
  addEventListener("online", connect);
  setInterval(awake, 5000);
}

history.replaceState(null, "", "/" + location.hash);
build();
listen();
connect();
