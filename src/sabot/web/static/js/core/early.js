// Asks for the words of the page before its other modules are here.

import { firstLanguage, LOCALE, tagOf } from './language.js';
import { loadWords } from './words.js';

document.documentElement.lang = tagOf(firstLanguage());
loadWords(firstLanguage()).catch(() => {}); // the page asks again, and says so when they do not come
// The first number that a browser writes takes it long: it is written while the page waits for the house.
setTimeout(() => new Intl.NumberFormat(LOCALE[firstLanguage()], { style: 'currency', currency: 'EUR' }).format(0));
