// The reader's language, before any words are here.

import { readText } from './storage.js';

/** @type {Record<string, string>} */
export const LANGS = { pt: 'PT', en: 'EN', zh: '中文' };

/** With which rules numbers and times are written in each language. @type {Record<string, string>} */
export const LOCALE = { pt: 'pt-PT', en: 'en-GB', zh: 'zh-Hant-MO' };

const STORED = 'sabot.lang';

/** The language with which a page begins: the chosen one, else the first of the browser's that we have. */
export const firstLanguage = () => {
  const stored = readText(STORED);
  return LANGS[stored]
    ? stored
    : ((navigator.languages ?? [navigator.language]).map(l => l.toLowerCase().split('-')[0]).find(l => LANGS[l]) ??
        'en');
};

/** The tag of a language in HTML. @param {string} lang */
export const tagOf = lang => (lang === 'zh' ? 'zh-Hant' : lang);
