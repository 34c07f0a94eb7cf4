// Sets the content of an element only when it changed, so that layout and focus are not lost.

/** @param {any} e @param {string} html */
export const put = (e, html) => { if (e._html !== html) { e._html = html; e.innerHTML = html; } };
