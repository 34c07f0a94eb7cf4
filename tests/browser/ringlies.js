// What lies over something else at a table with pots, leaves the window or is cut off.
() => {
  const seen = e => e.getClientRects().length && e.offsetWidth > 3 && !e.closest('[hidden]');
  const all = [
    ...document.querySelectorAll(
      '.oname, .rhand .cardbox, .rbet > *, .rpot > *, .rboard .row .cardbox, .rparts li, .rwords, .rpaid, .dock .keep, .hm, #caption',
    ),
  ]
    .filter(seen)
    .map(e => ({
      e,
      box: e.getBoundingClientRect(),
      of: e.closest('#caption, .rseat, .rpot, .rboard, .rparts, .rwords, .rpaid, .dock'),
      name: `${e.className || e.tagName} ${e.textContent.trim().slice(0, 18)} @${e.closest('.rseat')?.dataset.place ?? ''}`,
    }));
  const wrong = [];
  const edge = document.querySelector('.felt').getBoundingClientRect();
  for (const [i, a] of all.entries())
    for (const b of all.slice(i + 1)) {
      // The cards of a place may lie behind its own plate, and mine stand on it.
      const same = a.of === b.of;
      if (same) continue;
      const w = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const h = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (Math.min(w, h) > 4) wrong.push(`${a.name} and ${b.name}: ${Math.min(w, h).toFixed(0)} px`);
    }
  for (const a of all)
    if (!a.e.matches('.dock *, #caption'))
      if (
        a.box.left < edge.left - 2 ||
        a.box.right > edge.right + 2 ||
        a.box.top < edge.top - 2 ||
        a.box.bottom > edge.bottom + 2
      )
        wrong.push(`${a.name} leaves the cloth`);
  for (const e of document.querySelectorAll('.ring :is(.nm, .cv, b, em, small, span), .turnacts *')) {
    const size = parseFloat(getComputedStyle(e).fontSize);
    if (
      seen(e) &&
      [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) &&
      size < 11.9 &&
      !e.closest('svg')
    )
      wrong.push(`${e.textContent.trim()}: ${size} px`);
  }
  return wrong;
};
