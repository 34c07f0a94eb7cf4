// Asks for the words of the page before its other modules are here.

import { firstLanguage, tagOf } from './language.js';
import { loadWords } from './words.js';

document.documentElement.lang = tagOf(firstLanguage());
loadWords(firstLanguage()).catch(() => {}); // the page asks again, and says so when they do not come
