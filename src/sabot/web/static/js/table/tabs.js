// The tabs of a table on a narrow screen: the table, its steps, the session, the rules.

import { byId as $, hit } from '../core/dom.js';
import { formatNet, t } from '../core/i18n.js';
import { esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { narrowScreen } from '../cloths/screens.js';

const NAMES = ['table', 'steps', 'session', 'rules'];

/** @returns {HTMLElement[]} */
const buttons = () => /** @type {HTMLElement[]} */ ([...$('tabs').children]);

/** The tab to which a view of the panel belongs. @param {string} view */
export const tabFor = view =>
  /** @type {Record<string, string | undefined>} */ ({
    place: narrowScreen.matches ? 'place' : document.body.dataset.tab,
    home:
      document.body.dataset.tab === 'steps'
        ? 'steps'
        : ['table', 'place'].includes(document.body.dataset.tab ?? '')
          ? 'table'
          : 'session',
    coups: 'session',
    coup: 'session',
    change: 'session',
    ended: 'session',
    past: 'session',
    slip: 'session',
    rules: 'rules',
    complaint: 'rules',
    pays: 'rules',
    law: document.body.dataset.tab === 'table' ? 'rules' : document.body.dataset.tab,
  })[view] ?? 'table';

/** @param {string} name */
export function selectTab(name) {
  document.body.dataset.tab = name;
  for (const b of buttons())
    b.setAttribute('aria-current', String(b.dataset.tab === (name === 'place' ? 'table' : name)));
}

/** @param {(name: string) => void} open shows what a tab stands for */
export function setUpTabs(open) {
  selectTab('table');
  $('tabs').onclick = e => {
    const to = hit(e, '[data-tab]')?.dataset.tab;
    if (!to) return;
    selectTab(to);
    open(to);
    selectTab(to);
  };
}

/** Write the names of the tabs; the session has its net result. @param {number} net in cents */
export function nameTabs(net) {
  buttons().forEach((b, i) => {
    setHtml(b, esc(t(`tab.${NAMES[i]}`) + (NAMES[i] === 'session' && net ? ` ${formatNet(net, true)}` : '')));
  });
}
