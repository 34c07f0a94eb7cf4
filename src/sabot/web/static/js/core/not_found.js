// The page for an address that does not exist. It may be served under any path, so its links begin at the root.

import { frieze, head } from './header.js';
import { label, onSpeak, t } from './i18n.js';

const draw = () => { label(); document.title = `Sabot · ${t('astray')}`; };

head(document.querySelector('.top'));
frieze(document.getElementById('frieze'));
onSpeak(draw);
draw();
