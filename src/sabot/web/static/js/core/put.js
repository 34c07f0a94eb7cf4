// What an element holds. Each page says what it shows as a whole, each time that something happens; this finds out what is
// another. To put the same there again would lay it out anew, and take the focus of who is in it.

/** @param {any} e @param {string} html */
export const put = (e, html) => { if (e._html !== html) { e._html = html; e.innerHTML = html; } };
