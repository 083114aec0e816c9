"use strict";
// Shows one ply at a time: buttons, arrow keys, the list of moves and the graph lead to it.
(() => {
  const figures = [...document.querySelectorAll("figure[data-ply]")];
  const buttons = [...document.querySelectorAll("button[data-ply]")];
  const points = [...document.querySelectorAll(".fourfold-graph [data-ply]")];
  const graph = document.querySelector(".fourfold-graph");
  const shown = document.querySelector(".steps output");
  const first = Number(figures[0].dataset.ply);
  const last = first + figures.length - 1;
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  line.setAttribute("class", "here");
  graph.append(line);
  let here = first;

  function show(ply) {
    here = Math.min(Math.max(ply, first), last);
    for (const figure of figures) figure.classList.toggle("here", Number(figure.dataset.ply) === here);
    for (const button of buttons) {
      const isHere = Number(button.dataset.ply) === here;
      button.toggleAttribute("aria-current", isHere);
      if (isHere) {
        button.setAttribute("aria-current", "step");
        button.scrollIntoView({ block: "nearest" });
      }
    }
    const point = points.find((each) => Number(each.dataset.ply) === here);
    line.toggleAttribute("hidden", !point);
    if (point) {
      const x = point.getAttribute("cx");
      for (const [name, value] of Object.entries({ x1: x, x2: x, y1: 12, y2: 200 })) {
        line.setAttribute(name, value);
      }
    }
    shown.textContent = `ply ${here} of ${last}`;
  }

  const steps = {
    first: () => show(first),
    back: () => show(here - 1),
    on: () => show(here + 1),
    last: () => show(last),
  };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
  document.addEventListener("keydown", (event) => {
    const step = keys[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    steps[step]();
  });
  document.querySelector(".steps").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) steps[button.dataset.step]();
  });
  for (const button of buttons) {
    button.addEventListener("click", () => show(Number(button.dataset.ply)));
  }
  graph.addEventListener("click", (event) => {
    const distance = (point) => {
      const box = point.getBoundingClientRect();
      return Math.abs(box.left + box.width / 2 - event.clientX);
    };
    if (!points.length) return;
    const nearest = points.reduce((one, two) => (distance(two) < distance(one) ? two : one));
    show(Number(nearest.dataset.ply));
  });

  document.body.classList.add("scripted");
  document.querySelector(".steps").hidden = false;
  show(first);
})();
