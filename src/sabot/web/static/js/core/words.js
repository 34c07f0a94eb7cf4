// Loads the texts of the pages, one language at a time. A page waits for its texts; if they do not arrive it says so in every
// language and tries again.

const wordsByLanguage = {}, requests = {};

/** The words of a language, once they are here. @param {string} lang @returns {Record<string, string>|undefined} */
export const wordsOf = lang => wordsByLanguage[lang];

/** Fetch a language once. @param {string} lang @returns {Promise<void>} */
export function loadWords(lang) {
  if (wordsByLanguage[lang]) return Promise.resolve();
  return requests[lang] ??= fetch(new URL(`../../words/${lang}.json`, import.meta.url)).then(async reply => {
    if (!reply.ok) throw new Error(`${reply.status}`);
    wordsByLanguage[lang] = await reply.json();
  }).finally(() => { delete requests[lang]; });
}

const MISSING_NOTICE = [['pt', 'As palavras desta página não chegaram.', 'Tentar de novo'], ['en', 'The words of this page did not arrive.', 'Try again'], ['zh-Hant', '未能載入本頁文字。', '再試']];

/** Say that words are lacking, until they are here or the reader goes on without. @param {() => Promise<any>} retry @param {boolean} dismissible whether the page can do without */
export function showWordsMissing(retry, dismissible) {
  document.getElementById('wordless')?.remove();
  const box = document.createElement('div');
  Object.assign(box, { id: 'wordless', className: 'wordless' });
  box.setAttribute('role', 'alert');
  box.innerHTML = `${MISSING_NOTICE.map(([lang, text]) => `<p lang="${lang}">${text}</p>`).join('')}<div><button type="button" data-again>${MISSING_NOTICE.map(([lang, , text]) => `<span lang="${lang}">${text}</span>`).join(' · ')}</button>${dismissible ? '<button type="button" data-leave aria-label="×">×</button>' : ''}</div>`;
  document.body.append(box);
  let wait = 2000, timer = 0;
  const close = () => { clearTimeout(timer); box.remove(); };
  const tryAgain = async () => {
    clearTimeout(timer);
    try { await retry(); close(); } catch { if (box.isConnected) { timer = setTimeout(tryAgain, wait); wait = Math.min(wait * 2, 30_000); } }
  };
  box.onclick = e => { if (e.target.closest('[data-again]')) tryAgain(); else if (e.target.closest('[data-leave]')) close(); };
  timer = setTimeout(tryAgain, wait);
}

/** Fetch languages without which a page cannot go on; it goes on when they are here. @param {string[]} langs */
export async function requireWords(...langs) {
  const all = () => Promise.all(langs.map(loadWords));
  await all().catch(() => new Promise(resolve => showWordsMissing(async () => { await all(); resolve(); }, false)));
}
