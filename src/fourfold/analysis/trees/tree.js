"use strict";
// Steps through a recorded search: what comes later is pale, the node of the step is framed, and its
// position is shown on a small board.
(() => {
  const TEXTS = ":scope > .value, :scope > .small:not(.cut)";
  const data = JSON.parse(document.querySelector(".data").textContent);
  const steps = data.steps;
  const board = document.querySelector(".board");
  const shown = document.querySelector(".steps output");
  const said = document.querySelector(".said");
  const nodes = new Map();
  for (const node of document.querySelectorAll(".node")) nodes.set(Number(node.dataset.node), node);
  const cuts = [...document.querySelectorAll(".pruned")];
  const numbers = new Map(Object.entries(data.paths).map(([number, path]) => [String(path), Number(number)]));
  // For each node the step in which it first appears, and the one in which its value is known.
  const entered = new Map();
  const left = new Map();
  const cut = new Map();
  steps.forEach((step, i) => {
    if (step.node === null) return;
    if (step.kind === "cut") cut.set(step.node, i);
    else if (step.kind === "leave") left.set(step.node, i);
    else if (!entered.has(step.node)) entered.set(step.node, i);
  });
  const final = new Map();
  for (const [number, node] of nodes) {
    final.set(number, [...node.querySelectorAll(TEXTS)].map((text) => text.textContent));
  }
  let here = 0;

  function svg(name, attributes, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  function drawBoard(dropped) {
    const cells = { ...data.cells };
    let last = "";
    for (const [cell, piece] of dropped) {
      cells[cell] = piece;
      last = cell;
    }
    const words = [];
    const parts = [svg("rect", { class: "plate", width: data.columns, height: data.rows, rx: 0.2 })];
    for (let column = 0; column < data.columns; column++) {
      for (let row = 0; row < data.rows; row++) {
        const name = "abcdefghijkl"[column] + (row + 1);
        const at = { cx: column + 0.5, cy: data.rows - row - 0.5 };
        const content = cells[name];
        parts.push(svg("circle", { class: "free", ...at, r: 0.4 }));
        if (content === "forbidden") {
          const cross = `M${at.cx - 0.25} ${at.cy - 0.25}l.5 .5m0 -.5l-.5 .5`;
          parts.push(svg("path", { class: "forbidden", d: cross }));
        } else if (content) {
          parts.push(svg("circle", { class: name === last ? `${content} new` : content, ...at, r: 0.4 }));
          if (content === "first") {
            parts.push(svg("circle", { class: "mark", stroke: "#8a6100", ...at, r: 0.2 }));
          } else {
            const bar = `M${at.cx - 0.2} ${at.cy}h.4`;
            const plus = content === "second" ? `${bar}M${at.cx} ${at.cy - 0.2}v.4` : bar;
            parts.push(svg("path", { class: "mark", stroke: content === "second" ? "#ffe3e6" : "#2b3340", d: plus }));
          }
          words.push(`${content} on ${name}`);
        } else if (name === data.bonus) {
          parts.push(svg("circle", { class: "star", ...at, r: 0.2 }));
        }
      }
    }
    const label = words.length ? words.join(", ") : "an empty board";
    board.replaceChildren(
      svg("svg", { viewBox: `0 0 ${data.columns} ${data.rows}`, role: "img", "aria-label": label }, ...parts),
    );
  }

  const visitsText = (visits) => (visits === 1 ? "1 visit" : `${visits} visits`);

  // What the nodes of a Monte Carlo tree had counted by this step.
  function countsUntil(last) {
    const counts = new Map();
    for (const step of steps.slice(0, last + 1)) {
      if (step.kind !== "back_up") continue;
      counts.set(0, ["", visitsText(step.simulation)]);
      step.visits.forEach((visits, i) => {
        const number = numbers.get(String(step.path.slice(0, i + 1)));
        if (number !== undefined) counts.set(number, [step.rates[i], visitsText(visits)]);
      });
    }
    return counts;
  }

  function show(step) {
    here = Math.min(Math.max(step, 0), steps.length - 1);
    const now = steps[here];
    const isLast = here === steps.length - 1;
    const counts = data.search === "uct" && !isLast ? countsUntil(here) : null;
    for (const [number, node] of nodes) {
      const known = number === 0 || (entered.get(number) ?? Infinity) <= here || isLast;
      node.classList.toggle("later", !known && !counts?.has(number));
      node.classList.toggle("here", number === now.node);
      if (data.search === "alphabeta") node.classList.toggle("open", (left.get(number) ?? here) > here);
      const texts = [...node.querySelectorAll(TEXTS)];
      const wanted = counts ? (counts.get(number) ?? ["", ""]) : final.get(number);
      texts.forEach((text, i) => (text.textContent = wanted[i]));
    }
    for (const each of cuts) each.classList.toggle("later", (cut.get(Number(each.dataset.node)) ?? 0) > here);
    said.textContent = now.text;
    shown.textContent = `${here + 1} of ${steps.length}`;
    drawBoard(now.cells);
    const node = nodes.get(now.node);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    node?.scrollIntoView({ block: "nearest", inline: "center", behavior: still ? "auto" : "smooth" });
  }

  const moves = {
    first: () => show(0),
    back: () => show(here - 1),
    on: () => show(here + 1),
    last: () => show(steps.length - 1),
  };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
  document.addEventListener("keydown", (event) => {
    const move = keys[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moves[move]();
  });
  document.querySelector(".steps").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) moves[button.dataset.step]();
  });
  for (const [number, node] of nodes) {
    node.addEventListener("click", () => show(entered.get(number) ?? steps.length - 1));
  }
  document.body.classList.add("scripted");
  document.querySelector(".steps").hidden = false;
  document.querySelector(".note").hidden = false;
  show(0);
})();
