// What a person chose, at a table: its sounds, with their button in the head (off, low, on), and its drawing.

import { find } from '../core/dom.js';
import { onLanguageChange, t } from '../core/i18n.js';
import { SOUND_LEVELS, changeSettings, onSettingsChange, settings } from '../core/settings.js';
import { setHtml } from '../core/update.js';

/** A loudspeaker with as many waves as it is loud. @param {number} waves */
const speaker = waves =>
  `<svg viewBox="0 0 24 24" aria-hidden="true"><g fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"><path d="M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5Z"/>${
    waves ? '<path d="M15 9.2Q17 12 15 14.8"/>' : '<path d="M15.5 9.5 20 14.5M20 9.5 15.5 14.5"/>'
  }${waves > 1 ? '<path d="M17.8 6.8Q21.6 12 17.8 17.2"/>' : ''}</g></svg>`;

/**
 * Follow what is chosen at the table of this page. Returns its sounds.
 * @param {HTMLElement} header @param {{onLate: () => void}} caption @param {() => void} draw
 */
export function followSettings(header, caption, draw) {
  addButton(header);
  onSettingsChange(draw);
  const sounds = new SoundsWhenOn();
  caption.onLate = () => sounds.late();
  return sounds;
}

/** The sounds of the table, which are loaded when sound is on. */
class SoundsWhenOn {
  /** @type {import('./table_sounds.js').TableSounds | null} */
  sounds = null;
  asked = false;

  constructor() {
    this.load();
    onSettingsChange(() => this.load());
  }

  async load() {
    if (this.asked || settings().sound === 'off') return;
    this.asked = true;
    const { TableSounds } = await import('./table_sounds.js');
    this.sounds = new TableSounds();
  }

  /**
   * An event is shown now; what is skipped is silent.
   * @param {Client.Part} part
   * @param {Client.State} s the record after it
   * @param {boolean} skipped
   */
  shown(part, s, skipped) {
    this.sounds?.shown(part, s, skipped);
  }

  /** Five seconds are left. */
  late() {
    this.sounds?.late();
  }
}

/** @param {HTMLElement} header */
function addButton(header) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'gear soundb';
  const draw = () => {
    const text = t('sound.button', { level: t(`set.sound.${settings().sound}`) });
    setHtml(button, `${speaker(SOUND_LEVELS.indexOf(settings().sound))}<span>${text}</span>`);
    button.title = text;
  };
  button.onclick = async () => {
    changeSettings({ sound: SOUND_LEVELS[(SOUND_LEVELS.indexOf(settings().sound) + 1) % SOUND_LEVELS.length] });
    if (settings().sound !== 'off') (await import('../core/sound.js')).preview('chip');
  };
  onSettingsChange(draw);
  onLanguageChange(draw);
  draw();
  find(header, '.gear').before(button);
}
