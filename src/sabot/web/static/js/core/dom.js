// Elements of a page that are there for sure, and the element that an event hit.

/** The element of the page with an id. Error if it has none. @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`this page has no element #${id}`);
  return element;
}

/**
 * The first element below a root that fits a selector. Error if none does.
 * @param {ParentNode} root
 * @param {string} css
 */
export function find(root, css) {
  const element = root.querySelector(css);
  if (!element) throw new Error(`no element fits ${css}`);
  return element;
}

/**
 * The element that an event hit, or the nearest around it, that fits a selector.
 * @param {Event} e
 * @param {string} css
 */
export const hit = (e, css) => (e.target instanceof Element ? e.target.closest(css) : null);

/** The field of the page with an id. @param {string} id */
export const fieldById = id => /** @type {HTMLInputElement} */ (byId(id));

/** The field that an event hit. @param {Event} e */
export const fieldOf = e => /** @type {HTMLInputElement} */ (e.target);

/** The element that has the focus. */
export const focusedElement = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);
