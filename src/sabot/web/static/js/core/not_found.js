// The page for an address that does not exist. It may be served under any path, so its links begin at the root.

import { byId, find } from './dom.js';
import { drawTileBand, setUpHeader } from './header.js';
import { fillLabels, onLanguageChange, t } from './i18n.js';

const draw = () => {
  fillLabels();
  document.title = `Sabot · ${t('astray')}`;
};

setUpHeader(find(document, '.top'));
drawTileBand(byId('frieze'));
onLanguageChange(draw);
draw();
