// @ts-check
// Creating and changing elements. Text goes in as text, never as markup, so that nothing that
// someone typed can become part of the page.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An HTML element. `on` holds listeners, `dataset` data attributes; `true` sets a bare attribute.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  setProperties(element, props);
  appendChildren(element, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  setProperties(element, props);
  appendChildren(element, children);
  return element;
}

/**
 * @param {Element & ElementCSSInlineStyle} element
 * @param {Record<string, any>} props
 */
function setProperties(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) {
        element.addEventListener(event, listener);
      }
    } else if (name === "style") {
      // By property, because a style attribute is what the page's policy forbids.
      for (const [property, text] of Object.entries(value)) {
        element.style.setProperty(property, String(text));
      }
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function appendChildren(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Change a text only if it is another: what stays is not read out again, nor laid out again.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | null | boolean} value null and false take the attribute away
 */
export function setAttribute(element, name, value) {
  if (value === null || value === false) element.removeAttribute(name);
  else {
    const text = value === true ? "" : value;
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * Hide or show, keeping the place in the layout if asked to.
 * @param {HTMLElement} element
 * @param {boolean} visible
 */
export function setVisible(element, visible) {
  if (element.hidden === visible) element.hidden = !visible;
}

/**
 * The element that must be there.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element;
}
