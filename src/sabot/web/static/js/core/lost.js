// The page that stands where none does. It may be told under any path, so it names its files from the root.

import { frieze, head } from './head.js';
import { label, onSpeak, t } from './i18n.js';

const draw = () => { label(); document.title = `Sabot · ${t('astray')}`; };

head(document.querySelector('.top'));
frieze(document.getElementById('frieze'));
onSpeak(draw);
draw();
