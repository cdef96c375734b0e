"use strict";
/* What the pages of a report do: light and dark, the walk of a finding, the tree of paths. Data comes as scripts, which set members of
   `everypath`: pages that are opened from disk can load nothing else. */
const everypath = {};

function load(file) {
  return new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = file;
    script.onload = done;
    script.onerror = () => failed(new Error("cannot load " + file));
    document.head.append(script);
  });
}

function element(name, attributes = {}, ...children) {
  const it = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) it.setAttribute(key, value);
  it.append(...children);
  return it;
}

function theme() {
  const root = document.documentElement;
  const saved = () => { try { return localStorage.getItem("everypath-theme"); } catch { return null; } };
  if (saved()) root.dataset.theme = saved();
  document.getElementById("theme").onclick = () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("everypath-theme", root.dataset.theme); } catch { /* it holds for this page */ }
  };
}

function walk(root, steps, sources) {
  const list = root.querySelector("#steps"), pane = root.querySelector("#pane");
  const values = root.querySelector("#values tbody"), status = root.querySelector("#step");
  const heading = root.querySelector("#file");
  let now = 0, shown = null;
  const words = step => {
    const line = step.line ? ":" + step.line : "";
    if (step.kind === "call") return "→ " + step.function;
    if (step.kind === "return") return "← back in " + step.function;
    if (step.kind === "violation") return "✗ " + step.changes[0];
    return step.function + line;
  };
  const items = steps.map((step, index) => {
    const changes = step.kind === "violation" || !step.changes.length ? "" : " · " + step.changes.join(", ");
    const it = element("li", { class: step.kind }, words(step) + changes);
    it.style.paddingLeft = 0.5 + Math.min(step.depth, 12) * 0.7 + "rem";
    it.onclick = () => go(index);
    return it;
  });
  list.append(...items);
  /* Variables belong to a depth of calls: what a call set is gone behind it. */
  function valuesAt(index) {
    const frames = [new Map()];
    for (let at = 0; at <= index; at++) {
      const step = steps[at];
      if (step.kind === "violation") break;
      while (frames.length > step.depth + 1) frames.pop();
      while (frames.length < step.depth + 1) frames.push(new Map());
      if (step.kind === "call") frames[step.depth] = new Map();
      const depth = step.kind === "call" ? step.depth + 1 : step.depth;
      while (frames.length < depth + 1) frames.push(new Map());
      for (const change of step.changes) {
        const at_ = change.indexOf(" = ");
        if (at_ > 0) frames[depth].set(change.slice(0, at_), [change.slice(at_ + 3), at]);
      }
    }
    return frames.flatMap(frame => [...frame]);
  }
  function go(index) {
    items[now].removeAttribute("aria-current");
    now = Math.max(0, Math.min(index, steps.length - 1));
    const step = steps[now];
    items[now].setAttribute("aria-current", "step");
    list.scrollTop = items[now].offsetTop - list.offsetTop - list.clientHeight / 2;
    status.textContent = `Step ${now + 1} of ${steps.length}: ${step.place}`;
    if (step.file !== null && shown !== step.file) {
      const [path, lines] = sources[step.file];
      heading.textContent = path;
      const table = element("table", { class: "code" });
      lines.forEach((html, at) => {
        const code = element("code");
        code.innerHTML = html;
        table.append(element("tr", { "data-line": at + 1 }, element("th", { scope: "row" }, String(at + 1)), element("td", { class: "line" }, code)));
      });
      pane.replaceChildren(table);
      shown = step.file;
    }
    if (step.file === null) { pane.textContent = "The source of this step is not here."; heading.textContent = step.place; shown = null; }
    for (const row of pane.querySelectorAll(".here")) row.classList.remove("here");
    const row = pane.querySelector(`[data-line="${step.line}"]`);
    if (row) { row.classList.add("here"); pane.scrollTop = row.offsetTop - pane.clientHeight / 2; }
    const rows = valuesAt(now).map(([name, [value, at]]) =>
      element("tr", { class: at === now ? "changed" : undefined }, element("th", { scope: "row" }, name), element("td", {}, value)));
    values.replaceChildren(...rows.reverse());
    for (const input of root.querySelectorAll("[data-step]")) input.classList.toggle("changed", Number(input.dataset.step) <= now);
    history.replaceState(null, "", "#step-" + (now + 1));
  }
  function over() {
    const depth = steps[now].depth;
    let next = now + 1;
    while (next < steps.length - 1 && (steps[next].depth > depth || steps[next].kind === "call")) next++;
    go(next);
  }
  const actions = { first: () => go(0), last: () => go(steps.length - 1), back: () => go(now - 1), forward: () => go(now + 1), over };
  for (const button of root.querySelectorAll("[data-go]")) button.onclick = actions[button.dataset.go];
  const keys = { ArrowRight: "forward", j: "forward", ArrowDown: "forward", ArrowLeft: "back", k: "back", ArrowUp: "back", n: "over", Home: "first", End: "last" };
  document.addEventListener("keydown", event => {
    const vertical = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key] || (vertical && document.activeElement !== list)) return;
    event.preventDefault();
    actions[keys[event.key]]();
  });
  const wanted = /^#step-(\d+)$/.exec(location.hash);
  go(wanted ? Number(wanted[1]) - 1 : steps.length - 1);
}

const PAGE = 100;

function tree(root, paths) {
  const place = number => {
    const [words, href] = paths.places[number];
    return href ? element("a", { href }, words) : document.createTextNode(words);
  };
  const count = paths => (paths === 1 ? "1 path" : paths + " paths");
  function side([choice, number]) {
    const [branch, all, sides, ends] = paths.nodes[number];
    const item = element("li");
    if (choice !== null) item.append(paths.choices[choice] + ": ");
    const only = sides.length === 0 && ends.length === 1;
    if (only) { item.append(...end(ends[0])); return item; }
    const button = element("button", { type: "button", "aria-expanded": "false" }, "+");
    item.append(button, ` ${count(all)}, `, branch === null ? "ends" : place(branch));
    button.onclick = () => {
      const open = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", String(!open));
      button.textContent = open ? "+" : "−";
      if (open) item.querySelector("ul").remove();
      else item.append(level([...sides.map(it => () => side(it)), ...ends.map(it => () => element("li", {}, ...end(it)))]));
    };
    return item;
  }
  const end = ([kind, where, number]) => [element("span", { class: paths.ends[kind] }, paths.ends[kind]), ` ${count(number)}, `, place(where)];
  function level(rows) {
    const list = element("ul");
    let at = 0;
    const more = () => {
      for (const row of rows.slice(at, at + PAGE)) list.append(row());
      at += PAGE;
      if (at < rows.length) {
        const button = element("button", { type: "button" }, `${rows.length - at} more`);
        button.onclick = () => { button.parentNode.remove(); more(); };
        list.append(element("li", {}, button));
      }
    };
    more();
    return list;
  }
  const list = level([() => side([null, paths.root])]);
  root.append(list);
  const first = list.querySelector("button");
  if (first) first.click();
}

theme();
const walkRoot = document.querySelector("[data-walk]");
if (walkRoot) {
  Promise.all([load("sources.js"), load(walkRoot.dataset.walk)])
    .then(() => walk(walkRoot, everypath.walk, everypath.sources))
    .catch(error => { walkRoot.querySelector("#step").textContent = error.message; });
}
const treeRoot = document.getElementById("tree");
if (treeRoot) {
  let asked = false;
  const unfold = () => {
    if (!treeRoot.open || asked) return;
    asked = true;
    load("paths.js").then(() => tree(treeRoot.querySelector(".tree"), everypath.paths))
      .catch(error => { treeRoot.append(error.message); });
  };
  treeRoot.addEventListener("toggle", unfold);
  unfold();
}
