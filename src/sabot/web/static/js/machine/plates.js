// The plates of a machine: the feature, the ladder, the result; and what is said to those who cannot see them.

import { cardName, endSentence, formatSum, joinList, joinWithColon, lang } from '../core/i18n.js';
import { offersOf } from '../core/offers.js';
import { esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { rungText } from './glass.js';
import { betCost, betText, cardsText, lastGame, winText } from './narration.js';
import { w } from './words.js';

/**
 * What a screen reader should hear and the caption does not say: the chosen bet, credit taken out, cards.
 * @param {import('./cabinet.js').Cabinet} cabinet
 * @param {Client.State} s
 */
export function announceGame(cabinet, s) {
  if (!cabinet.felt) return ''; // before the first drawing
  const bet = cabinet.actions.controls.bet();
  const set = cabinet.announcedBet !== undefined && cabinet.announcedBet !== bet;
  const out = s.steps.findLast(e => e.step === 'move' && e.kind === 'return');
  const payOutKey = out ? `${s.coup.id} ${s.steps.indexOf(out)}` : '';
  const paidOut = payOutKey && cabinet.announcedPayOut !== undefined && cabinet.announcedPayOut !== payOutKey;
  [cabinet.announcedBet, cabinet.announcedPayOut] = [bet, payOutKey || cabinet.announcedPayOut || ''];
  if (paidOut) return endSentence(w('story.out', { sum: formatSum(out?.amount ?? 0) }));
  return (
    cardsAnnouncement(cabinet, s) ||
    (set && offersOf(s, 'spin').length
      ? endSentence(
          joinWithColon(
            w('belly.bet'),
            joinList([formatSum(betCost(cabinet.felt, bet)), betText(cabinet.felt, bet, lang())]),
          ),
        )
      : '')
  );
}

/**
 * The cards in words once all are dealt, then which of them are kept.
 * @param {import('./cabinet.js').Cabinet} cabinet
 * @param {Client.State} s
 */
function cardsAnnouncement(cabinet, s) {
  if (cabinet.felt.play !== 'cards' || s.listen?.window !== 'draw') return '';
  const key = `${s.coup.id} ${cabinet.cards.join()}`;
  const { keptCards } = cabinet.actions.controls;
  const holds = [...keptCards].join();
  if (cabinet.cards.some(c => !c)) return '';
  if (cabinet.announcedCards !== key) {
    [cabinet.announcedCards, cabinet.announcedKept] = [key, holds];
    return cardsText(cabinet.cards);
  }
  if (cabinet.announcedKept === holds) return '';
  cabinet.announcedKept = holds;
  return w(keptCards.size ? 'keeps' : 'keeps.none', {
    cards: joinList([...keptCards].sort().map(n => cardName(cabinet.cards[n - 1]))),
  });
}

/** @param {import('./cabinet.js').Cabinet} cabinet @param {import('./replay.js').Game} x */
export function showFeature(cabinet, x) {
  const { feature } = cabinet.elements;
  const parts = [];
  if (x.free && !x.free.over)
    parts.push(
      x.free.game
        ? `<b>${esc(
            w('free.n', { n: x.free.game, of: x.free.of }),
          )}</b> ${esc(w('free.times', { times: x.free.times }))}`
        : `<b>${esc(w('story.free', { games: x.free.of, times: x.free.times }))}</b>`,
    );
  if (x.free?.over) parts.push(`<b>${esc(w('story.freeover', { sum: formatSum(x.free.cents) }))}</b>`);
  if (x.respin && !x.result) parts.push(`<b>${esc(w('respin'))}</b> ${esc(w('hold.turns', { n: x.respin.turns }))}`);
  if (x.fall) parts.push(esc(w('fall', { n: x.fall.n, times: x.fall.times })));
  if (x.hold)
    parts.push(
      x.hold.over
        ? `<b>${esc(joinWithColon(w('hold'), formatSum(x.hold.cents)))}</b>`
        : `<b>${esc(w('hold'))}</b> ${esc(w('hold.turns', { n: x.hold.turns }))}`,
    );
  feature.hidden = !parts.length;
  setHtml(feature, parts.join(' · '));
}

/** @param {import('./cabinet.js').Cabinet} cabinet @param {import('./replay.js').Game} x */
export function showLadder(cabinet, x) {
  const { ladder } = cabinet.elements;
  const rungs = cabinet.felt.features?.ladder?.rungs ?? [];
  const { ladder: climbed } = x;
  ladder.hidden = !climbed || Boolean(x.result);
  if (!climbed || ladder.hidden) {
    setHtml(ladder, '');
    return;
  }
  const at = climbed.steps.length;
  const ends = climbed.steps.at(-1)?.ends;
  setHtml(
    ladder,
    `<h3>${w('ladder')}</h3><ol reversed>${rungs
      .map((r, i) => ({ r, n: i + 1, done: climbed.steps[i] }))
      .reverse()
      .map(
        ({ r, n, done }) =>
          `<li class="${done ? 'done' : ''}${n === at ? ' here' : ''}${done?.ends ? ' fell' : ''}"${n === at ? ' aria-current="step"' : ''}><b>${n}</b><span>${
            done
              ? done.ends
                ? esc(w('story.rung.end', { rung: n, sum: formatSum(done.cents) }))
                : esc(w('rung.pays', { pays: done.pays }))
              : rungText(r)
          }</span></li>`,
      )
      .join('')}</ol><p class="has">${ends ? '' : esc(w('has', { sum: formatSum(climbed.cents) }))}</p>`,
  );
}

/**
 * The line below the window: what it has won, without lights when it is no more than the bet.
 * @param {import('./cabinet.js').Cabinet} cabinet
 * @param {Client.State} s
 * @param {import('./replay.js').Game} x
 */
export function showPlate(cabinet, s, x) {
  const { felt } = cabinet;
  const { plate } = cabinet.elements;
  const win = x.wins.at(-1);
  const festive = cabinet.isNetWin();
  let html = '';
  if (x.stopped) html = `<b>${esc(w('say.out'))}</b>`;
  else if (x.jackpot) html = `<b>${esc(w('say.jackpot', { sum: formatSum(x.jackpot) }))}</b>`;
  else if (x.voucher)
    html = `<b>${esc(w('say.voucher', { number: x.voucher.number, sum: formatSum(x.voucher.cents) }))}</b>`;
  else if (x.bet && !x.result && win && festive)
    html = `<span>${esc(winText(felt, win))}</span><b>${esc(formatSum(win.cents))}</b>`;
  else {
    const r = x.result ?? (x.bet ? null : lastGame(s));
    if (
      r?.prize &&
      !s.steps.some(
        e => e.answer && e.answer !== 'spin' && e.answer !== 'draw' && e.answer !== 'climb' && e.answer !== 'stop',
      )
    )
      html =
        r.prize > r.bet
          ? `<span>${w('last')}</span><b>${esc(formatSum(r.prize))}</b>`
          : `<span>${esc(w('story.prize', { prize: formatSum(r.prize), bet: formatSum(r.bet) }))}</span>`;
  }
  plate.classList.toggle('lit', Boolean(html) && festive && !x.stopped);
  setHtml(plate, html);
}
