() => {
  const found = [];
  for (const e of document.querySelectorAll(
    'button, a, .game b, .game small, .facts span, .act small, .act b, .law, .eyebrow, .was *, .lim, h1, h2, h3, .caption *, .pill, .gain, .tabs *, .not',
  )) {
    const r = e.getBoundingClientRect();
    const s = getComputedStyle(e);
    if (!r.width || !r.height || s.visibility === 'hidden' || e.closest('.sr, .skip, aside, svg, .who, .glass'))
      continue;
    if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth && s.overflowX !== 'visible')
      found.push(`cut: ${e.textContent.trim().slice(0, 60)}`);
    const box = e.closest('button, a.go, .find a, .game, .one, .caption, .tabs button, .act') ?? document.body;
    const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      if (walk.currentNode.parentElement !== e || !walk.currentNode.textContent.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(walk.currentNode);
      const t = range.getBoundingClientRect();
      const b = box.getBoundingClientRect();
      if (
        t.width > 2 &&
        !box.closest('.spot, .sp, .others') &&
        (t.left < b.left - 1 || t.right > b.right + 1 || t.top < b.top - 2 || t.bottom > b.bottom + 2)
      )
        found.push(`out of its box: ${e.textContent.trim().slice(0, 60)}`);
    }
  }
  return [...new Set(found)];
};
