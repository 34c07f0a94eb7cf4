// Sets the content of an element only when it changed, so that layout and focus are not lost.

/** @param {any} element @param {string} html */
export const setHtml = (element, html) => { if (element._html !== html) { element._html = html; element.innerHTML = html; } };
