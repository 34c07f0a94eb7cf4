// How a game is drawn on its card and on its page: shapes that the game declares, put together from the kit.

import { chip, colourChip, die } from '../core/chips.js';
import { back, card, pip, houseStar } from '../core/kit.js';
import { esc } from '../core/text.js';

const GOLD = '#e6cf95';
/** @param {string} svg @param {number} x @param {number} y @param {number} w */
const positioned = (svg, x, y, w, a = 0, h = w * 1.4) =>
  `<g transform="translate(${x} ${y}) rotate(${a})">${svg.replace(
    '<svg ',
    `<svg x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" `,
  )}</g>`;
/** @param {string} code @param {number} w */
const face = (code, w) => (code === '?' ? back({ label: '' }) : card(code, { compact: w < 50, label: '' }));
/** @param {number} x @param {number} y @param {string} words @param {number} size */
const text = (x, y, words, size, opacity = 1) =>
  `<text x="${x}" y="${y}" font-size="${size}"${
    /[\u3000-\u9fff]/.test(words) ? '' : ' letter-spacing="1.5"'
  } text-anchor="middle" fill="${GOLD}" opacity="${opacity}">${esc(words)}</text>`;
const NUMBERS = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
];

/** The numbers that are red on every wheel with thirty-seven of them. */
const RED_NUMBERS = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
/** A number of a roulette layout: red in a lozenge, black in a disc. @param {number} n @param {number} x @param {number} y */
const numberCell = (n, x, y) =>
  `<rect x="${x}" y="${y}" width="34" height="30" fill="none" stroke="${GOLD}" stroke-opacity=".8"/>${
    RED_NUMBERS.has(n)
      ? `<path d="M${x + 3} ${y + 15}L${x + 17} ${y + 2} ${x + 31} ${y + 15} ${x + 17} ${y + 28}Z" fill="#a81e2b"/>`
      : `<rect x="${x + 5}" y="${y + 4}" width="24" height="22" rx="11" fill="#14181c"/>`
  }<text x="${x + 17}" y="${y + 20.5}" font-size="15" font-weight="700" text-anchor="middle" fill="#fff">${n}</text>`;

/** The shapes by name; their arguments are position and size. */
const SHAPES = {
  /** @param {number} v @param {number} x @param {number} y @param {number} w @param {number} n */
  chip: (v, x, y, w, n) => positioned(chip(v, { n }), x, y, w, 0, w * (1 + 0.07 * (n - 1))),
  /** @param {string} colour @param {number} x @param {number} y @param {number} w */
  disc: (colour, x, y, w) => positioned(colourChip(colour), x, y, w, 0, w),
  /** @param {number} x @param {number} y @param {number} r */
  ring: (x, y, r) => `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#f0dca8" stroke-width="2.5"/>`,
  /** @param {number} x @param {number} y @param {number} w @param {number} h */
  frame: (x, y, w, h) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="none" stroke="#f0dca8" stroke-width="3"/>`,
  /** @param {string} rows @param {number} x @param {number} y */
  numbers: (rows, x, y) =>
    rows
      .split('/')
      .map((row, i) =>
        row
          .split(' ')
          .map((n, k) => numberCell(Number(n), x + k * 34, y + i * 30))
          .join(''),
      )
      .join(''),
  /** @param {number} x @param {number} y @param {number} w @param {number} h */
  lozenge: (x, y, w, h) =>
    `<path d="M${x - w / 2} ${y}L${x} ${y - h / 2} ${x + w / 2} ${y} ${x} ${y + h / 2}Z" fill="#a81e2b" stroke="${GOLD}"/>`,
  /** @param {number} x @param {number} y @param {number} w @param {number} h */
  pill: (x, y, w, h) =>
    `<rect x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}" rx="${h / 2}" fill="#14181c" stroke="${GOLD}"/>`,
  /** @param {number} x @param {number} y @param {number} r */
  ball: (x, y, r) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#fbf7ec" stroke="#2a2417"/>`,
  /** @param {number} x @param {number} y */
  dolly: (x, y) =>
    `<g transform="translate(${x} ${y})"><ellipse cy="9" rx="10" ry="4.5" fill="#0006"/><path d="M-9 8Q-9 4-4 2L-3-6A5.5 5.5 0 1 1 3-6L4 2Q9 4 9 8A9 4 0 0 1-9 8Z" fill="url(#k-brass)" stroke="#4b3613"/></g>`,
  /** A slot that takes money. @param {number} x @param {number} y @param {number} w */
  slot: (x, y, w) =>
    `<rect x="${x - w / 2}" y="${y - 20}" width="${w}" height="46" rx="8" fill="#17121f" stroke="#b08c4b" stroke-width="2"/><rect x="${x - w * 0.28}" y="${y}" width="${w * 0.56}" height="6" rx="3" fill="#000" stroke="${GOLD}"/>`,
  /** A printed ticket. @param {number} x @param {number} y @param {number} w */
  ticket: (x, y, w) =>
    `<rect x="${x - w / 2}" y="${y - w * 0.3}" width="${w}" height="${w * 0.6}" rx="4" fill="#f3ecdb" stroke="#b49f73"/><path d="M${x - w * 0.36} ${y - w * 0.14}h${w * 0.5}M${x - w * 0.36} ${y}h${w * 0.34}" stroke="#1b2230" stroke-width="3"/><path d="M${x - w * 0.36} ${y + w * 0.16}h${w * 0.72}" stroke="#1b2230" stroke-width="7" stroke-dasharray="2 2.500"/>`,
  /**
   * @param {string} codes
   * @param {number} x
   * @param {number} y
   * @param {number} w
   * @param {number} step
   * @param {number} tilt
   */
  fan: (codes, x, y, w, step, tilt) =>
    codes
      .split(' ')
      .map((c, i, all) => {
        const k = i - (all.length - 1) / 2;
        return positioned(face(c, w), x + k * step, y + (tilt ? k * k * 1.6 : 0), w, k * tilt);
      })
      .join(''),
  /** @param {number} n */
  places: n =>
    Array.from({ length: n }, (_, i) => {
      const k = n > 1 ? (i - (n - 1) / 2) / ((n - 1) / 2) : 0;
      return `<circle cx="${(90 + k * 74).toFixed(1)}" cy="${(84 - k * k * 16).toFixed(1)}" r="7" fill="none" stroke="${GOLD}" stroke-opacity=".8"/>`;
    }).join(''),
  /** @param {number} x @param {number} y @param {number} s */
  shoe: (x, y, s) =>
    `<g transform="translate(${x} ${y}) scale(${s})"><path d="M0 14 14 0H78V38L64 52H0Z" fill="#1a100a"/><path d="M0 14H64V52H0Z" fill="#3a2315" stroke="#b08c4b"/><path d="M0 14 14 0H78L64 14Z" fill="#4d301d" stroke="#b08c4b"/><path d="M64 14 78 0V38L64 52Z" fill="#24150c" stroke="#b08c4b"/></g>`,
  /** @param {string} marks @param {number} x @param {number} y @param {number} step */
  spots: (marks, x, y, step) =>
    [...marks]
      .map(
        (m, i) =>
          `<g transform="translate(${x + i * step} ${y})"><circle r="9.5" fill="#0003" stroke="${GOLD}"/>${
            'SHDC'.includes(m) ? pip(m, 0, 0, 9, { fill: GOLD }) : text(0, 4, m, 11)
          }</g>`,
      )
      .join(''),
  /** @param {number} x @param {number} y @param {number} r */
  wheel: (x, y, r) =>
    `<g transform="translate(${x} ${y}) scale(${r / 100})"><circle r="100" fill="#3f2614"/><circle r="100" fill="none" stroke="#1a0f08" stroke-width="3"/><circle r="86" fill="none" stroke="${GOLD}" stroke-width="1.6"/>${NUMBERS.map(
      (n, i) =>
        `<path d="M-6.4-74.7A75 75 0 0 1 6.4-74.7L3.6-42H-3.6Z" fill="${
          i === 0 ? '#1f7a55' : i % 2 ? '#a81e2b' : '#14181c'
        }" stroke="${GOLD}" stroke-width=".8" transform="rotate(${(i * 360) / 37})"/>${
          r > 60
            ? `<text y="-60" font-size="10.5" font-weight="700" text-anchor="middle" fill="#fff" transform="rotate(${(i * 360) / 37})">${n}</text>`
            : ''
        }`,
    ).join('')}<circle r="42" fill="#5b3820" stroke="${GOLD}" stroke-width="1.6"/>${[0, 90, 180, 270]
      .map(
        a =>
          `<path d="M-3-6-1.5-28H1.5L3-6Z" fill="${GOLD}" transform="rotate(${a})"/><circle cy="-29" r="3.500" fill="${GOLD}" transform="rotate(${a})"/>`,
      )
      .join('')}<circle r="9" fill="${GOLD}"/></g>`,
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} cols
   * @param {number} rows
   * @param {number} w
   * @param {number} h
   */
  cells: (x, y, cols, rows, w, h) =>
    Array.from(
      { length: cols * rows },
      (_, i) =>
        `<g transform="translate(${x + (i % cols) * w} ${y + Math.floor(i / cols) * h})"><rect width="${w}" height="${h}" fill="none" stroke="${GOLD}" stroke-opacity=".7"/><rect x="${w * 0.3}" y="${h * 0.28}" width="${w * 0.4}" height="${h * 0.44}" fill="${(i * 7) % 3 ? '#14181c' : '#b3202c'}"/></g>`,
    ).join(''),
  /** @param {number} v @param {number} x @param {number} y @param {number} s @param {number} a */
  die: (v, x, y, s, a) => `<g transform="translate(${x} ${y}) rotate(${a}) scale(${s / 100})">${die(v)}</g>`,
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} w
   * @param {number} h
   * @param {string} words
   * @param {number} size
   */
  box: (x, y, w, h, words, size) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="3" fill="none" stroke="${GOLD}" stroke-opacity=".75"/>${text(
      x + w / 2,
      y + h / 2 + size * 0.36,
      words,
      size,
    )}`,
  /** @param {number} x @param {number} y @param {string} words @param {number} size */
  text: (x, y, words, size) => text(x, y, words, size),
  /** @param {number} x @param {number} y @param {number} w */
  dome: (x, y, w) =>
    `<path d="M${x - w / 2} ${y}V${y - 26}A${w / 2} ${w * 0.48} 0 0 1 ${x + w / 2} ${y - 26}V${y}Z" fill="#ffffff14" stroke="#fff6"/><rect x="${x - w / 2 - 8}" y="${y}" width="${w + 16}" height="8" rx="3" fill="#3a2315" stroke="#b08c4b"/>`,
  /** @param {number} x @param {number} y */
  glint: (x, y) => `<path d="M${x} ${y}q10-20 30-23" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>`,
  /** @param {string} rows @param {number} x @param {number} y @param {number} w @param {number} h */
  reels: (rows, x, y, w, h) => {
    const all = rows.split(' ');
    const step = (w - 14) / all.length;
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="9" fill="#17121f" stroke="#b08c4b" stroke-width="2"/>${all
      .map(
        (r, i) =>
          `<svg x="${x + 8 + i * step}" y="${y + 8}" width="${step - 2}" height="${h - 16}" viewBox="0 0 40 64" preserveAspectRatio="none"><rect width="40" height="64" rx="3" fill="#f3ecdb"/>${[
            ...r,
          ]
            .map((p, k) => pip(p, 20, 2 + k * 30, k === 1 ? 27 : 21, { engraved: k === 1 }))
            .join('')}<path d="M0 0H40V9H0ZM0 55H40V64H0Z" opacity=".28"/></svg>`,
      )
      .join('')}<path d="M${x - 5} ${y + h / 2}h10M${x + w - 5} ${y + h / 2}h10" stroke="${GOLD}" stroke-width="3"/>`;
  },
  /** @param {number} x @param {number} y @param {number} w */
  bell: (x, y, w) => {
    const h = w * 0.8;
    return `<ellipse cx="${x}" cy="${y + 4}" rx="${w * 0.54}" ry="${w * 0.16}" fill="#0005"/><path d="M${x - w / 2} ${y}C${x - w / 2} ${y - h * 0.62} ${x - w * 0.36} ${y - h} ${x} ${y - h}S${x + w / 2} ${y - h * 0.62} ${x + w / 2} ${y}A${w / 2} ${w * 0.13} 0 0 1 ${x - w / 2} ${y}Z" fill="url(#k-brass)" stroke="#3c2c10"/><circle cx="${x}" cy="${y - h - 3}" r="${w * 0.08}" fill="url(#k-brass)" stroke="#3c2c10"/>`;
  },
  /**
   * @param {string} rows
   * @param {number} x
   * @param {number} y
   * @param {number} dx
   * @param {number} dy
   * @param {number} r
   */
  beads: (rows, x, y, dx, dy, r) =>
    [...rows]
      .map((n, k) =>
        Array.from(
          { length: Number(n) },
          (_, i) => `<circle cx="${x + i * dx}" cy="${y + k * dy}" r="${r}" fill="#f3ead2" stroke="#b49f73"/>`,
        ).join(''),
      )
      .join(''),
};

/**
 * A shape by its name, "" for one that this page does not know.
 * @param {string} name
 * @param {House.Anything[]} figures
 */
const drawShape = (name, figures) => {
  const shape = /** @type {Record<string, (...figures: House.Anything[]) => string>} */ (SHAPES)[name];
  return shape?.(...figures) ?? '';
};

/**
 * Shapes as a picture of this size.
 * @param {House.Anything[][]} shapes
 * @param {number} width
 * @param {number} height
 */
export const picture = (shapes, width, height, fit = 'xMidYMid meet') =>
  `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="${fit}" aria-hidden="true">${
    (shapes ?? []).map(([name, ...figures]) => drawShape(name, figures)).join('') ||
    positioned(houseStar(), width / 2, height / 2, 56, 0, 56)
  }</svg>`;

/** The drawing of a game, or the star of the house if it declares none. @param {House.Anything[][]} shapes */
export const emblem = shapes => picture(shapes, 180, 104);
