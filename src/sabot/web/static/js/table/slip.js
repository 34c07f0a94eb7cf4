// The bet slip of the page. Its drawing is loaded when somebody first opens it.

export class Slip {
  /** @type {typeof import('./slip_sheet.js') | null} */
  drawing = null;

  /**
   * @param {HTMLElement} root
   * @param {{live: () => Client.State, bets: () => import('./bets.js').Bets, changed: () => void}} page
   */
  constructor(root, page) {
    this.root = root;
    this.page = page;
  }

  /** Its title and text, when it is opened. @returns {Promise<[title: string, html: string]>} */
  async open() {
    if (!this.drawing) {
      this.drawing = await import('./slip_sheet.js');
      this.drawing.setUpSlip(this.root, this.page);
    }
    return this.sheet();
  }

  /** Its title and text, once it was opened. @returns {[title: string, html: string]} */
  sheet() {
    return this.drawing?.slipSheet(this.page.live(), this.page.bets()) ?? ['', ''];
  }
}
