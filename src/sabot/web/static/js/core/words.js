// Loads the texts of the pages, one language at a time. A page waits for its texts; if they do not arrive it says so in every
// language and tries again.

const own = {}, coming = {};

/** The words of a language, once they are here. @param {string} lang @returns {Record<string, string>|undefined} */
export const wordsOf = lang => own[lang];

/** Fetch a language once. @param {string} lang @returns {Promise<void>} */
export function need(lang) {
  if (own[lang]) return Promise.resolve();
  return coming[lang] ??= fetch(new URL(`../../words/${lang}.json`, import.meta.url)).then(async reply => {
    if (!reply.ok) throw new Error(`${reply.status}`);
    own[lang] = await reply.json();
  }).finally(() => { delete coming[lang]; });
}

const LOST = [['pt', 'As palavras desta página não chegaram.', 'Tentar de novo'], ['en', 'The words of this page did not arrive.', 'Try again'], ['zh-Hant', '未能載入本頁文字。', '再試']];

/** Say that words are lacking, until they are here or the reader goes on without. @param {() => Promise<any>} again @param {boolean} leave whether the page can do without */
export function lacking(again, leave) {
  document.getElementById('wordless')?.remove();
  const box = document.createElement('div');
  Object.assign(box, { id: 'wordless', className: 'wordless' });
  box.setAttribute('role', 'alert');
  box.innerHTML = `${LOST.map(([lang, text]) => `<p lang="${lang}">${text}</p>`).join('')}<div><button type="button" data-again>${LOST.map(([lang, , text]) => `<span lang="${lang}">${text}</span>`).join(' · ')}</button>${leave ? '<button type="button" data-leave aria-label="×">×</button>' : ''}</div>`;
  document.body.append(box);
  let wait = 2000, timer = 0;
  const stop = () => { clearTimeout(timer); box.remove(); };
  const go = async () => {
    clearTimeout(timer);
    try { await again(); stop(); } catch { if (box.isConnected) { timer = setTimeout(go, wait); wait = Math.min(wait * 2, 30_000); } }
  };
  box.onclick = e => { if (e.target.closest('[data-again]')) go(); else if (e.target.closest('[data-leave]')) stop(); };
  timer = setTimeout(go, wait);
}

/** Fetch languages without which a page cannot go on; it goes on when they are here. @param {string[]} langs */
export async function mustHave(...langs) {
  const all = () => Promise.all(langs.map(need));
  await all().catch(() => new Promise(done => lacking(async () => { await all(); done(); }, false)));
}
