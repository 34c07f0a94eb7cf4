// Sets the content of an element only when it changed, so that layout and focus are not lost.

/**
 * Calls of a function that a page can wait for: however many there are, it runs once, after the next frame is on the
 * screen.
 * @param {() => void} run
 */
export const afterFrame = run => {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    const now = () => {
      asked = false;
      run();
    };
    if (document.hidden) setTimeout(now);
    else requestAnimationFrame(() => setTimeout(now));
  };
};

/** @param {HTMLElement | SVGElement} element @param {string} html */
export const setHtml = (element, html) => {
  if (element._html !== html) {
    element._html = html;
    element.innerHTML = html;
  }
};
