// What the server tells -> the page. Everything that others wrote is put in as text, never as markup.
"use strict";

const KEPT = 500; // fires that the page remembers
const LOOK = 1000; // milliseconds between two looks
const LOOK_HIDDEN = 10000;
const READ = 8000; // in which a person reads what was done

const byId = (id) => document.getElementById(id);
const state = { key: "", right: "looking", home: "", fires: [], last: 0, chosen: null, open: null, saves: null, readUntil: 0 };

function made(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((each) => each !== null && each !== undefined).map((each) =>
    each instanceof Node ? each : document.createTextNode(visible(String(each)))));
  return element;
}

// Characters that would show as nothing, or turn the text around, as their code.
function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g,
    (each) => `\\u${each.codePointAt(0).toString(16).padStart(4, "0")}`);
}

const json = (value) => JSON.stringify(value, null, 1);
const clock = (seconds) => new Date(seconds * 1000).toLocaleTimeString([], { hour12: false });

class Refused extends Error {}
class Unreachable extends Error {}

async function ask(what, parameters = {}, method = "GET") {
  const query = new URLSearchParams({ home: state.home, ...parameters });
  const given = { method, headers: { Authorization: `Bearer ${state.key}` } };
  const answer = await fetch(`/page/${what}?${query}`, given).catch(() => {
    throw new Unreachable("The server does not answer; is `chibi-hooks serve --http` running?");
  });
  const told = await answer.json();
  if (!answer.ok) throw new Refused(told.error || `status ${answer.status}`);
  return told;
}

function trouble(text) {
  byId("trouble").hidden = !text;
  byId("trouble").textContent = visible(text || "");
}

// the key ----------------------------------------------------------------------------------------------------------

function takeKey() {
  const given = location.hash.slice(1);
  if (given && given !== "fires") {
    state.key = given;
    sessionStorage.setItem("key", given);
    history.replaceState(null, "", location.pathname);
  } else {
    state.key = sessionStorage.getItem("key") || "";
  }
}

// homes ------------------------------------------------------------------------------------------------------------

async function lookForHomes() {
  const { right, homes, directory } = await ask("homes");
  state.right = right;
  byId("right").textContent = right === "acting" ? "This page may accept, roll back and keep tests."
    : "This page may only look; `chibi-hooks page --act` prints an address that may change.";
  const choose = byId("home");
  const names = homes.map((each) => [each.key, each.homes.join(", ") || `no home, in ${directory}`]);
  if (JSON.stringify(names) !== choose.dataset.names) {
    choose.dataset.names = JSON.stringify(names);
    choose.replaceChildren(...names.map(([key, name]) => made("option", { value: key }, name)));
  }
  if (!names.some(([key]) => key === state.home)) chooseHome(names.length ? names[0][0] : "");
  choose.value = state.home;
  return names.length > 0;
}

function chooseHome(key) {
  Object.assign(state, { home: key, fires: [], last: 0, chosen: null, open: null, saves: null });
  showRows();
  byId("fire").replaceChildren(made("h2", {}, "One fire"), made("p", { class: "quiet" }, "Choose a fire: j and k, or the arrows; Enter opens it."));
  byId("save").hidden = true;
}

// points -----------------------------------------------------------------------------------------------------------

const FOLLOWED = { events: "a save is live at once", polling: "a save is live when it is looked for", off: "saves are not followed" };

function showStanding(told) {
  const wrong = told.notices.map((each) => each.reason.startsWith(`${each.place}:`) ? each.reason : `${each.place}: ${each.reason}`);
  const behind = told.departures;
  const lost = told.lost ? [`${told.lost} fires are not in the journal`] : [];
  const untold = wrong.filter((each) => !behind.some((longer) => longer.includes(each)));
  trouble([...untold, ...behind, ...lost].join("\n"));
  byId("about").textContent = visible(`generation ${told.generation} · ${FOLLOWED[told.watching] || told.watching}`);
  const rows = [];
  for (const point of told.points) {
    const counts = Object.entries(point.decisions).filter(([word]) => word !== "none");
    const decided = counts.map(([word, count]) => made("span", { class: word }, ` ${count} ${word}`));
    rows.push(made("tr", {}, made("th", { scope: "rowgroup", colspan: "2" }, point.point),
      made("td", { class: "number" }, point.fires), made("td", { colspan: "4" }, ...decided)));
    if (!point.responders.length) rows.push(made("tr", {}, made("td", { colspan: "7", class: "quiet" }, "nobody answers")));
    for (const each of point.responders) {
      rows.push(made("tr", {}, made("td", { class: "name" }, each.name), made("td", { class: "mono" }, each.place || each.kind),
        made("td", { class: "number" }, each.asked), made("td", { class: "number" }, each.opinions),
        made("td", { class: `number${each.failed ? " failed" : ""}` }, each.failed),
        made("td", { class: "number" }, each.p50 === null ? "" : each.p50.toFixed(2)),
        made("td", { class: "number" }, each.p95 === null ? "" : each.p95.toFixed(2))));
    }
  }
  const heads = ["Who", "Where", "asked", "answers", "failed", "p50 ms", "p95 ms"];
  const head = made("tr", {}, ...heads.map((each, n) => made("th", { scope: "col", class: n > 1 ? "number" : "" }, each)));
  const table = made("table", {}, made("thead", {}, head), made("tbody", {}, ...rows));
  const nobody = made("p", { class: "quiet" }, "Nobody answers yet. `chibi-hooks init` makes a first hook.");
  byId("points").querySelector(".scroll").replaceChildren(rows.length ? table : nobody);
}

// fires ------------------------------------------------------------------------------------------------------------

function wanted(fire) {
  const words = byId("words").value.toLowerCase().split(/\s+/).filter(Boolean);
  const text = [fire.point, fire.decision, fire.about, fire.command, fire.headline, fire.asked_by, fire.id].join(" ").toLowerCase();
  const shown = byId("decision").value;
  const fits = !shown || (shown === "failed" ? fire.failed > 0 : fire.decision === shown);
  return fits && words.every((each) => text.includes(each));
}

function showRows() {
  const rows = byId("rows");
  const found = state.fires.filter(wanted).reverse();
  if (!found.some((each) => each.id === state.chosen)) state.chosen = found.length ? found[0].id : null;
  rows.replaceChildren(...found.map(row));
  if (!found.length) rows.replaceChildren(made("p", { class: "quiet" }, state.fires.length ? "No fire is like that." : "No fire yet."));
  choose(state.chosen, false);
}

function row(fire) {
  const what = [fire.about, fire.headline, fire.asked_by && `(${fire.asked_by})`].filter(Boolean).join(" · ");
  return made("li", { role: "option", id: `fire-${fire.id}`, "aria-selected": fire.id === state.chosen, title: what,
    onclick: told(() => { choose(fire.id); return openFire(fire.id); }) },
  made("span", { class: "quiet" }, clock(fire.time)), made("span", {}, fire.point),
  made("span", { class: fire.failed ? "failed" : fire.decision }, fire.decision === "none" ? (fire.failed ? "failed" : "–") : fire.decision),
  made("span", { class: "mono" }, what));
}

function choose(id, scroll = true) {
  state.chosen = id;
  for (const each of byId("rows").querySelectorAll("li")) {
    const chosen = each.id === `fire-${id}`;
    each.setAttribute("aria-selected", chosen);
    if (chosen && scroll) each.scrollIntoView({ block: "nearest" });
  }
  if (id) byId("rows").setAttribute("aria-activedescendant", `fire-${id}`);
}

function step(by) {
  const ids = [...byId("rows").querySelectorAll("li")].map((each) => each.id.slice(5));
  const at = ids.indexOf(state.chosen);
  const next = ids[Math.max(0, Math.min(ids.length - 1, at + by))];
  if (next) choose(next);
}

async function openFire(id) {
  const fire = await ask("fire", { id });
  state.open = id;
  const answers = fire.answers.map((each, n) => made("li", {}, made("b", {}, each.responder), ` ${each.kind}, ${each.place || ""}, ${each.ms} ms`,
    each.source.length ? made("pre", {}, each.source.join("\n")) : null,
    each.error ? made("pre", { class: "wrapped failed" }, `${each.error.type}: ${each.error.message}`)
      : each.value && Object.keys(each.value).length ? made("pre", { class: "wrapped" }, json(each.value)) : made("span", { class: "quiet" }, " no opinion")));
  const steps = fire.steps.map((each) => made("li", {}, made("b", {}, each.answer === null ? "host" : fire.answers[each.answer].responder), `: ${each.text}`));
  const keep = made("button", { type: "button", onclick: told(() => promote(id)), disabled: state.right !== "acting" }, "Keep as a test");
  byId("fire").replaceChildren(
    made("h2", {}, `${fire.point}: `, made("span", { class: fire.decision }, inWords(fire.decision)),
      fire.failed ? made("span", { class: "failed" }, `, ${fire.failed} failed`) : null),
    made("p", { class: "quiet" }, `${fire.id} · ${new Date(fire.time * 1000).toLocaleString()} · ${fire.ms} ms${fire.asked_by ? ` · asked by ${fire.asked_by}` : ""}`), keep,
    made("h3", {}, "Payload"), made("pre", { class: "wrapped" }, fire.payload === null ? "too large to be kept" : json(fire.payload)),
    made("h3", {}, "Answers"), fire.answers.length ? made("ol", {}, ...answers) : made("p", { class: "quiet" }, "nobody answers this point"),
    made("div", { id: "path" }),
    made("h3", {}, "Fold"), steps.length ? made("ol", {}, ...steps) : made("p", { class: "quiet" }, "nothing was said"),
    made("h3", {}, "Outcome"), made("pre", { class: "wrapped" }, json(fire.outcome)),
    made("details", {}, made("summary", {}, "As `chibi-hooks why` prints it"), made("pre", { class: "wrapped" }, fire.why)));
  const { lines, note } = await ask("path", { id }); // the hooks are asked once more, and that takes a moment
  if (state.open !== id || !(lines.length || note)) return;
  byId("path").replaceChildren(made("h3", {}, "Path"), ...(lines.length ? [made("pre", {}, lines.join("\n"))] : []),
    ...(note ? [made("p", { class: "quiet" }, note)] : []));
}

const inWords = (word) => word === "none" ? "nobody objected" : word;

async function promote(id) {
  if (state.right !== "acting") return;
  const written = await ask("promote", { id }, "POST");
  state.readUntil = Date.now() + READ;
  byId("link").textContent = visible(`written: ${written.test}`);
}

// the last save ----------------------------------------------------------------------------------------------------

const SHOWN = 500; // decisions of one save

function showSaves(seen) {
  state.saves = seen;
  const decided = seen.events.filter((each) => each.event === "decisions");
  const last = decided[decided.length - 1];
  const panel = byId("save");
  if (!last || last.generation <= seen.accepted) {
    panel.hidden = true;
    return;
  }
  const alike = decided.filter((each) => each.generation === last.generation); // the last fires, then those before them
  const changed = alike.flatMap((each) => [...each.changed].reverse()); // the newest first
  const compared = alike.reduce((sum, each) => sum + each.compared, 0);
  const sameAs = `${last.generation} ${alike.length} ${state.right}`;
  if (!panel.hidden && panel.dataset.shown === sameAs) return;
  panel.dataset.shown = sameAs;
  const said = (side) => `${inWords(side.decision)}${side.outcome.message ? `: ${side.outcome.message}` : ""}`;
  const rows = changed.slice(0, SHOWN).map((each) => made("tr", {}, made("td", { class: "mono" }, made("button", { type: "button", onclick: told(() => openFire(each.fire)) }, each.fire)),
    made("td", { class: "whole" }, each.point), made("td", { class: "mono" }, each.what), made("td", { class: each.before.decision }, said(each.before)), made("td", { class: `after ${each.after.decision}` }, said(each.after)),
    made("td", { class: "mono" }, each.after.place || each.before.place || "")));
  const head = ["Fire", "Point", "What", "Before the save", "Now", "Because of"].map((each) => made("th", { scope: "col" }, each));
  const acting = state.right === "acting";
  const what = last.problem || `${changed.length || "none"} of ${compared} recorded decisions would be different`;
  panel.replaceChildren(...made("div", {}, made("h2", {}, `The last save (generation ${last.generation}): ${what}`),
    changed.length > SHOWN ? made("p", {}, `The last ${SHOWN} of them:`) : null,
    rows.length ? made("div", { class: "scroll" }, made("table", {}, made("thead", {}, made("tr", {}, ...head)), made("tbody", {}, ...rows))) : null,
    made("p", {}, made("button", { type: "button", id: "accept", onclick: told(accept), disabled: !acting }, "Accept"), " ",
      made("button", { type: "button", id: "rollback", onclick: told(rollBack), disabled: !acting }, "Roll back"))).childNodes);
  panel.hidden = false;
}

async function accept() {
  if (state.right !== "acting" || byId("save").hidden) return;
  await ask("accept", {}, "POST");
  showSaves(await ask("saves"));
}

function sure(question) {
  const dialog = byId("sure");
  byId("question").textContent = question;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true }));
}

async function rollBack() {
  if (state.right !== "acting" || byId("save").hidden) return;
  if (!(await sure("Roll the last save back? What was live before decides again; the files stay as they are."))) return;
  await ask("rollback", {}, "POST");
  await ask("accept", {}, "POST");
  await look();
}

// clauses ----------------------------------------------------------------------------------------------------------

async function cover() {
  const button = byId("cover");
  button.disabled = true;
  try {
    const found = await ask("coverage");
    const files = found.files.map((file) => made("details", {}, made("summary", {}, `${file.file}: ${file.ran} of ${file.clauses} clauses`),
      made("ul", {}, ...file.missed.map((each) => made("li", {}, made("span", { class: "mono" }, each.place), ` ${each.words} `, made("code", {}, each.source))))));
    byId("coverage").querySelector(".scroll").replaceChildren(made("p", {}, `${found.fires} recorded fires ran ${found.percent.toFixed(0)} % of the clauses`), ...files);
  } finally {
    button.disabled = false;
  }
}

// looking ----------------------------------------------------------------------------------------------------------

async function look() {
  if (!(await lookForHomes())) {
    trouble("This server holds no home just now: no agent has called yet, or another process such as `chibi-hooks dev` holds it; end that one, and the next event brings the home here.");
    return;
  }
  const { fires } = await ask("fires", { after: state.last });
  if (fires.length) {
    state.fires = [...state.fires, ...fires].slice(-KEPT);
    state.last = fires[fires.length - 1].seq;
    showRows();
  } else if (!state.last) {
    showRows();
  }
  showStanding(await ask("standing"));
  showSaves(await ask("saves"));
}

async function keepLooking() {
  try {
    await look();
    if (Date.now() > state.readUntil) byId("link").textContent = `as of ${clock(Date.now() / 1000)}`;
  } catch (error) {
    const ours = !(error instanceof Refused || error instanceof Unreachable);
    byId("link").textContent = ours ? "" : "not connected";
    trouble(ours ? `An error of this page, please report it: ${error.message}` : error.message);
  }
  setTimeout(keepLooking, document.hidden ? LOOK_HIDDEN : LOOK);
}

// What a person does: if it fails, they are told.
function told(action) {
  return (...given) => Promise.resolve(action(...given)).catch((error) => trouble(error.message));
}

const KEYS = {
  j: () => step(1), k: () => step(-1), ArrowDown: () => step(1), ArrowUp: () => step(-1),
  Enter: told(() => state.chosen && openFire(state.chosen)), p: told(() => state.open && promote(state.open)),
  a: told(accept), r: told(rollBack), "/": () => byId("words").focus(), "?": () => byId("help").showModal(),
};

document.addEventListener("keydown", (event) => {
  const inside = event.target;
  if (event.key === "Escape" && inside.matches("input, select")) byId("rows").focus();
  const mine = inside === document.body || byId("rows").contains(inside) || inside.closest("section, header") !== null;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || !mine) return;
  if (inside.matches("input, select, textarea")) return;
  if (inside.matches("button, summary, a") && ["Enter", " "].includes(event.key)) return;
  const action = KEYS[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
});
byId("home").addEventListener("change", (event) => chooseHome(event.target.value));
byId("words").addEventListener("input", showRows);
byId("decision").addEventListener("change", showRows);
byId("filter").addEventListener("submit", (event) => { event.preventDefault(); byId("rows").focus(); });
byId("help-button").addEventListener("click", () => byId("help").showModal());
byId("cover").addEventListener("click", told(cover));
takeKey();
keepLooking();
