// The rack of chips, and the acts for all bets at once.

import { formatClause, formatSum, gameWord, plural, t } from '../core/i18n.js';
import { myOffers, offersOf } from '../core/offers.js';
import { myOutcome } from '../core/state.js';
import { clauseLink, esc } from '../core/text.js';
import { handName } from '../record/names.js';
import { isOwnTable } from './own_table.js';

/**
 * The key of an act or a tool, in the reader's language.
 * @param {Client.State} s
 * @param {string} act
 */
export const keyLetter = (s, act) => esc(gameWord(s.table, `key.${act}`));

/** @param {import('./controls.js').Controls} controls @param {Client.State} s */
export function chipRack(controls, s) {
  const { bets } = controls.actions;
  const hand = bets.selectedChip();
  const off = offersOf(s, 'bet').every(o => o.disabled);
  const target = bets.target();
  return `<div class="chips" role="group" aria-label="${t('chips')}${
    target ? `, ${esc(handName(s.table, target))}` : ''
  }">${bets
    .chips()
    .map(
      (v, i) =>
        `<button type="button" class="chipb${v === hand ? ' held' : ''}" data-id="chip${v}" data-chip="${v}" data-key="${i + 1}" aria-pressed="${v === hand}" aria-label="${t('chip.add', { v: formatSum(v * 100) })}"${off ? ' data-off="1"' : ''}>${bets.chipSvg(v)}<kbd>${i + 1}</kbd></button>`,
    )
    .join('')}</div>`;
}

/**
 * The one next act after a result at a table of my own: the same bets, and the round begins.
 * @param {Client.State} s
 * @param {number} sum
 * @param {string} law
 */
function replayButton(s, sum, law) {
  const { wheel, dice, heap } = s.table.felt;
  const name = t(`again.${wheel ? 'spin' : dice && !dice.cover ? 'throw' : dice || heap ? 'play' : 'deal'}`);
  return `<div class="actbox"><button type="button" class="act first rebet" data-id="replay"><kbd>↵</kbd><b>${name}</b><small><span class="more">${t(
    'again.same',
    { sum: formatSum(sum) },
  )}</span><u> · </u><span class="cl">§ ${formatClause(law)}</span></small></button>${clauseLink(law, 'side')}</div>`;
}

/** What I have laid on a layout, in one line; it opens the slip. @param {import('./layout_bets.js').LayoutBets} bets */
function slipButton(bets) {
  const all = bets.allSums();
  const what = all.length
    ? `${plural('betslip.bets', all.length)}<b>${formatSum(all.reduce((n, [, v]) => n + v, 0))}</b>`
    : t('betslip.title');
  return `<button type="button" class="ghost tool aside slipb" data-id="slip" data-sheet="slip">${what}</button>`;
}

/** @param {import('./controls.js').Controls} controls @param {Client.State} s @param {Client.Offer[]} [picks] */
export function betTools(controls, s, picks = []) {
  const { bets } = controls.actions;
  const tools = [];
  const offers = bets.offers();
  const before = bets.repeatableBets();
  const again = before.reduce((n, [, v]) => n + v, 0) <= (s.you?.balance ?? Infinity) ? before : [];
  const any = offers.some(o => bets.sumOn(o.seat)) || offersOf(s, 'clear').some(o => bets.sumOn(o.seat));
  /** @param {string} id @param {string} key @param {string} label */
  const tool = (id, key, label) =>
    `<button type="button" class="ghost tool" data-id="${id}" data-key="${key}"><kbd>${key}</kbd>${label}</button>`;
  const sum = again.reduce((n, [, v]) => n + v, 0);
  if (again.length && !any && isOwnTable(s))
    tools.push(
      replayButton(s, sum, offers[0].law),
      tool('rebet', keyLetter(s, 'repeat'), t('rebet', { sum: formatSum(sum) })),
    );
  else if (again.length && !any)
    tools.push(
      `<div class="actbox"><button type="button" class="act first rebet" data-id="rebet" data-key="${keyLetter(s, 'repeat')}"><kbd>${keyLetter(s, 'repeat')}</kbd><b>${t(
        'rebet',
        { sum: formatSum(sum) },
      )}</b><small><span class="more">${t('rebet.more')}</span><u> · </u><span class="cl">§ ${formatClause(offers[0].law)}</span></small></button>${clauseLink(offers[0].law, 'side')}</div>`,
    );
  const more = myOffers(s)
    .filter(o => bets.tools?.includes(o.act) && !o.disabled)
    .sort((a, b) => (bets.tools ?? []).indexOf(a.act) - (bets.tools ?? []).indexOf(b.act));
  for (const o of more) {
    if (o.act === 'value') {
      tools.push(
        `<button type="button" class="ghost tool aside" data-id="open" data-open="value" data-key="${esc(gameWord(s.table, 'key.value'))}" title="${esc(t('value.why'))}"><kbd>${esc(gameWord(s.table, 'key.value'))}</kbd>${esc(
          t('value.now', { sum: formatSum(bets.chipWorth()) }),
        )}</button>`,
      );
      continue;
    }
    const key = gameWord(s.table, `key.${o.act}`);
    const name = esc(gameWord(s.table, `act.${o.act}`) || o.act);
    const data = `data-id="${esc(o.act)}" data-act="${esc(o.act)}" data-seat="${esc(o.seat)}" data-key="${esc(key)}"`;
    if (o.act === 'repeat' && !any && isOwnTable(s) && s.last)
      tools.push(replayButton(s, myOutcome({ ...s, ...s.last }).staked, o.law));
    tools.push(
      o.act === 'repeat' && !any && !(isOwnTable(s) && s.last)
        ? `<div class="actbox"><button type="button" class="act first rebet" ${data}><kbd>${esc(key)}</kbd><b>${name}</b><small><span class="more">${esc(gameWord(s.table, 'more.repeat'))}</span><u> · </u><span class="cl">§ ${formatClause(o.law)}</span></small></button>${clauseLink(o.law, 'side')}</div>`
        : `<button type="button" class="ghost tool" ${data} title="§ ${esc(formatClause(o.law))}"><kbd>${esc(key)}</kbd>${name}</button>`,
    );
  }
  for (const o of picks)
    tools.push(
      `<button type="button" class="ghost tool" data-id="open" data-open="${esc(o.act)}">${esc(gameWord(s.table, `act.${o.act}`) || o.act)}</button>`,
    );
  if (bets.undoStack.length) tools.push(tool('undo', keyLetter(s, 'undo'), t('undo')));
  // On a layout "clear" is an act of the house; this one only clears what is not in the record yet.
  const free = bets.tools ? offers.some(o => bets.pendingSum(o.seat)) : any;
  if (free && !more.some(o => o.act === 'clear-all'))
    tools.push(tool('clear', keyLetter(s, gameWord(s.table, 'key.clear-all') ? 'clear-all' : 'clear'), t('clear')));
  const { onLayout } = bets;
  if (onLayout) {
    if (onLayout.plan)
      tools.push(
        `<button type="button" class="ghost tool" data-id="plan" aria-pressed="true">${t('plan.on', { n: onLayout.plan.times })}</button>`,
      );
    tools.push(slipButton(onLayout));
  }
  const poor = offers.every(o => o.disabled) ? offers[0] : null;
  if (poor)
    tools.push(
      `<span class="off">${t('no-credit', { need: formatSum(poor.disabled?.need - poor.disabled?.have) })}</span>`,
    );
  if (poor && !any && s.table.demo)
    tools.push(`<button type="button" class="ghost tool" data-id="credits">${t('credits')}</button>`);
  return tools.length ? `<div class="tools">${tools.join('')}</div>` : '';
}
