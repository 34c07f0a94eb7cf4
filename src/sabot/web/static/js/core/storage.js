// What a page stores on this device and nowhere else. A private window may refuse it: then nothing is stored, and every
// page works as on a first visit.

/** The stored text; "" for none. @param {string} key */
export function readText(key) {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} key @param {string} text "" removes what is stored */
export function storeText(key, text) {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    /* the choice holds for this page */
  }
}

/** The stored value; undefined where there is none, or a broken one. @param {string} key @returns {unknown} */
export function readValue(key) {
  try {
    return JSON.parse(readText(key));
  } catch {
    return undefined;
  }
}

/** The stored list; empty where there is none, or a broken one. @param {string} key @returns {unknown[]} */
export function readList(key) {
  const value = readValue(key);
  return Array.isArray(value) ? value : [];
}
