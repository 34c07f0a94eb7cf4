// Links of the page of a table: each clause opens beside the table, and a reader can skip to the decisions.

import { byId as $, find, hit } from '../core/dom.js';

/** @param {(law: string) => void} openLaw */
export function setUpLinks(openLaw) {
  document.addEventListener('click', e => {
    const law = hit(e, '[data-law]');
    if (!law) return;
    e.preventDefault();
    openLaw(law.dataset.law ?? '');
  });
  find(document, '.skip').onclick = e => {
    e.preventDefault();
    ($('controls').querySelector('button:not(:disabled)') ?? $('controls')).focus();
  };
}
