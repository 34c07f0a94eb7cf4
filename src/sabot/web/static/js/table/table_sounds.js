// The sounds of a table, at the moment at which each event is shown. The picture never waits for them, and nothing is
// loaded before sound is on. Captions say everything that is heard.

import { motionNow, settings } from '../core/settings.js';
import { pace } from '../core/motion.js';
import { play, say } from '../core/sound.js';
import { spinTime } from '../machine/reels.js';
import { effectOf, spokenCall } from './sound_events.js';

/** When the ball leaves its track, in milliseconds of the whole spin (cloths/wheel). */
const BALL_DROPS = 4600 * 0.66;
/** Equal sounds within this time are one: chips of ten bets are collected together. */
const TOGETHER = 45;

export class TableSounds {
  /** Loops that are heard. @type {{stop: () => void}[]} */
  loops = [];
  /** @type {ReturnType<typeof setTimeout>[]} */
  timers = [];
  /** When each effect began last. @type {Record<string, number>} */
  begun = {};

  /**
   * An event is shown now; what is skipped is silent.
   * @param {Client.Part} part
   * @param {Client.State} s the record after it
   * @param {boolean} skipped
   */
  shown(part, s, skipped) {
    if (skipped) this.quiet();
    if (skipped || part.kind !== 'event' || document.hidden || settings().sound === 'off') return;
    const e = part.event;
    if (!this.rolled(e, s)) {
      const effect = effectOf(e, s);
      if (effect) this.once(effect.name, effect);
    }
    const call = spokenCall(e, s);
    if (call) say(call);
  }

  /** Five seconds are left. */
  late() {
    if (settings().late) this.once('knock', { gain: 0.5 });
  }

  /** End what goes on. */
  quiet() {
    for (const loop of this.loops.splice(0)) loop.stop();
    for (const timer of this.timers.splice(0)) clearTimeout(timer);
  }

  /** @param {string} name @param {import('../core/sound.js').Manner} [manner] */
  once(name, manner) {
    const now = performance.now();
    if (now - (this.begun[name] ?? -Infinity) < TOGETHER) return;
    this.begun[name] = now;
    play(name, manner);
  }

  /** @param {string} name */
  loop(name) {
    const playing = play(name);
    if (playing) this.loops.push(playing);
  }

  /** @param {number} ms @param {() => void} then */
  after(ms, then) {
    this.timers.push(setTimeout(then, ms));
  }

  /**
   * What takes time: the ball on its track until it falls, and reels that stop one after another. Where nothing moves,
   * only the end is heard.
   * @param {Client.Event} e
   * @param {Client.State} s
   */
  rolled(e, s) {
    const still = motionNow() === 'none';
    if (e.step === 'throw' && e.thing === 'ball') {
      if (e.incident) {
        this.quiet();
        return true;
      }
      if (!still && !this.loops.length) this.loop('ball-roll');
      this.after(still ? 0 : BALL_DROPS * pace(), () => {
        this.quiet();
        play('ball-drop');
      });
      return true;
    }
    if (e.step === 'call' && e.call === 'stopped' && s.table.felt.shape === 'cabinet') {
      this.quiet();
      const n = e.facts?.stops?.length ?? 0;
      if (!still) this.loop('reel-spin');
      for (let reel = 0; reel < (still ? 1 : n); reel++)
        this.after(spinTime(n) - (still ? 0 : (n - 1 - reel) * 240 * pace()), () => {
          if (reel === n - 1) this.quiet();
          play('reel-stop');
        });
      return true;
    }
    if (s.ballRunning && !this.loops.length && !still) this.loop('ball-roll');
    return false;
  }
}
