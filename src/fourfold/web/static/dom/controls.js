// @ts-check
// Small controls that several parts of the page use.
import { h } from "./elements.js";
import { createIcon } from "./icons.js";

/**
 * @param {string} label
 * @param {() => void} click
 * @param {{icon?: string, class?: string, key?: string, bare?: boolean, type?: string}} [how]
 *   bare: only the icon is seen
 * @returns {HTMLButtonElement}
 */
export function createButton(label, click, how = {}) {
  const tip = how.key ? `${label} (${how.key})` : label;
  return h(
    "button",
    {
      type: how.type ?? "button",
      class: `button ${how.class ?? ""}`,
      title: how.bare || how.key ? tip : null,
      "aria-label": how.bare ? label : null,
      "aria-keyshortcuts": how.key ?? null,
      on: { click },
    },
    how.icon ? createIcon(how.icon) : null,
    how.bare ? null : h("span", { class: "button-text" }, label),
  );
}

/**
 * A link to another place of the page, which is shown without loading the page again.
 * @param {string} path relative to the base
 * @param {(path: string) => void} go
 * @param {Record<string, any>} props
 * @param {...import("./elements.js").Child} children
 */
export function createLink(path, go, props, ...children) {
  const follow = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return; // a new tab
    event.preventDefault();
    go(path);
  };
  return h("a", { href: path || "./", on: { click: follow }, ...props }, ...children);
}

/**
 * One choice of several, as a row of buttons that are radio buttons underneath.
 * @param {string} legend
 * @param {string} name
 * @param {{value: string, label: string, content?: Node}[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
export function createChoice(legend, name, choices, chosen, change) {
  const set = h("fieldset", { class: "choice" }, h("legend", {}, legend));
  const row = h("div", { class: "choice-row" });
  for (const { value, label, content } of choices) {
    const input = h("input", {
      type: "radio",
      name,
      value,
      checked: value === chosen,
      on: { change: () => change(value) },
    });
    row.append(h("label", { class: "choice-item" }, input, h("span", {}, content ?? null, label)));
  }
  set.append(row);
  return set;
}

/**
 * A labelled line of a form.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [help]
 */
export function createField(label, control, help) {
  return h(
    "label",
    { class: "field" },
    h("span", { class: "field-label" }, label),
    control,
    help ? h("span", { class: "field-help" }, help) : null,
  );
}

/**
 * @param {{value: string, label: string}[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
export function createSelect(choices, chosen, change) {
  const element = h("select", { on: { change: () => change(element.value) } });
  for (const { value, label } of choices) {
    element.append(h("option", { value, selected: value === chosen }, label));
  }
  return element;
}

/**
 * A box to tick.
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} change
 */
export function createCheck(label, checked, change) {
  const input = h("input", { type: "checkbox", checked, on: { change: () => change(input.checked) } });
  return h("label", { class: "check" }, input, label);
}
