// Loads the texts of the pages, one language at a time. A page waits for its texts; if they do not arrive it says so in
// every
// language and tries again.

import { hit } from './dom.js';

/** @type {Record<string, Record<string, string>>} */
const wordsByLanguage = {};
/** @type {Record<string, Promise<void>>} */
const requests = {};

/**
 * How long a request may stay without an answer, in milliseconds: a connection that died unnoticed answers nothing,
 * ever.
 */
const PATIENCE = 10_000;

/** The house names the words that this page needs; without that the page takes all. */
const OWN = document.documentElement.dataset.words ? `${document.documentElement.dataset.words}/` : '';

/** The words of a language, once they are here. @param {string} lang @returns {Record<string, string>|undefined} */
export const wordsOf = lang => wordsByLanguage[lang];

/** Fetch a language once. @param {string} lang @returns {Promise<void>} */
export function loadWords(lang) {
  if (wordsByLanguage[lang]) return Promise.resolve();
  return (requests[lang] ??= fetch(new URL(`../../words/${OWN}${lang}.json`, import.meta.url), {
    signal: AbortSignal.timeout(PATIENCE),
  })
    .then(async reply => {
      if (!reply.ok) throw new Error(`${reply.status}`);
      wordsByLanguage[lang] = await reply.json();
    })
    .finally(() => {
      delete requests[lang];
    }));
}

const MISSING_NOTICE = [
  ['pt', 'As palavras desta página não chegaram.', 'Tentar de novo'],
  ['en', 'The words of this page did not arrive.', 'Try again'],
  ['zh-Hant', '未能載入本頁文字。', '再試'],
];

/**
 * Say that words are lacking, until they are here or the reader goes on without.
 * @param {() => Promise<unknown>} retry
 * @param {boolean} dismissible whether the page can do without
 */
export function showWordsMissing(retry, dismissible) {
  document.getElementById('wordless')?.remove();
  const box = document.createElement('div');
  Object.assign(box, { id: 'wordless', className: 'wordless' });
  box.setAttribute('role', 'alert');
  box.innerHTML = `${MISSING_NOTICE.map(([lang, text]) => `<p lang="${lang}">${text}</p>`).join(
    '',
  )}<div><button type="button" data-again>${MISSING_NOTICE.map(
    ([lang, , text]) => `<span lang="${lang}">${text}</span>`,
  ).join(' · ')}</button>${dismissible ? '<button type="button" data-leave aria-label="×">×</button>' : ''}</div>`;
  document.body.append(box);
  let wait = 2000;
  let timer = 0;
  const close = () => {
    clearTimeout(timer);
    box.remove();
  };
  const tryAgain = async () => {
    clearTimeout(timer);
    try {
      await retry();
      close();
    } catch {
      if (box.isConnected) {
        timer = setTimeout(tryAgain, wait);
        wait = Math.min(wait * 2, 30_000);
      }
    }
  };
  box.onclick = e => {
    if (hit(e, '[data-again]')) tryAgain();
    else if (hit(e, '[data-leave]')) close();
  };
  timer = setTimeout(tryAgain, wait);
}

/** Fetch languages without which a page cannot go on; it goes on when they are here. @param {string[]} langs */
export async function requireWords(...langs) {
  const all = () => Promise.all(langs.map(loadWords));
  await all().catch(
    () =>
      /** @type {Promise<void>} */ (
        new Promise(resolve => {
          showWordsMissing(async () => {
            await all();
            resolve();
          }, false);
        })
      ),
  );
}
