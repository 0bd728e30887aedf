import { area, documentOf, green, red, white, type Expectation, type Pattern } from '../pattern.ts';

/** Place of the cards of a page. Units: CSS px. */
const card = { columns: 3, widthPx: 380, heightPx: 180, gapPx: 20, topPx: 100 } as const;

/** Style of cards in three columns below a header: red until they have their content. */
export const cardStyle = `<style>header{height:80px;background:#223;color:#fff}
.cards{display:grid;grid-template-columns:repeat(3,380px);gap:20px;padding:20px 0 0 20px}
.card{height:180px;background:${red};color:#fff}.card.ready{background:${green}}</style>`;

/** Expectation of `count` cards that have their content. */
export function cards(count: number): Expectation {
  return {
    probes: Array.from({ length: count }, (_, index) => {
      const column = index % card.columns;
      const row = Math.floor(index / card.columns);
      const x = card.gapPx + column * (card.widthPx + card.gapPx);
      const y = card.topPx + row * (card.heightPx + card.gapPx);
      return area(green, [x + 10, y + 30, card.widthPx - 20, card.heightPx - 40]);
    }),
  };
}

/** Expectation of the same page in both modes. */
export function both(expectation: Expectation): Pick<Pattern, 'viewport' | 'fullPage'> {
  return { viewport: expectation, fullPage: expectation };
}

/** Parts of a page of cards. */
interface CardPage extends Omit<Pattern, 'name' | 'page'> {
  readonly count: number;
  readonly head?: string;
  readonly body?: string;
  readonly script: string;
}

/** Functions for the scripts of pages of cards. */
export const cardScript = `
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const get = (path, options) => fetch(path, options).then((response) => response.text());
const cards = [...document.querySelectorAll('.card')];
const fill = (index) => { cards[index].textContent = 'Card ' + index; cards[index].classList.add('ready'); };
const fillAll = () => cards.forEach((_, index) => fill(index));`;

/** A page of red cards that its script turns green with `fill(index)` or `fillAll()`. */
export function fillsCards(
  name: string,
  { count, head = '', body = '', script, ...rest }: CardPage,
): Pattern {
  const empty = '<div class="card"></div>'.repeat(count);
  const page = documentOf(
    cardStyle + head,
    `<header>Site</header><main class="cards">${empty}</main>${body}<script>${cardScript}
    (async () => { ${script} })();</script>`,
  );
  return { name, page, ...both(cards(count)), ...rest };
}

/** A box in the first viewport that is green at its place, with white beside it. */
export const boxInView: Expectation = {
  probes: [area(green, [110, 110, 380, 280]), area(white, [600, 110, 600, 600])],
};

/** Style of that box. */
export const boxStyle = `<style>#box{position:absolute;left:100px;top:100px;width:400px;height:300px;background:${green}}</style>`;

/** A page that ends with that box. */
export function showsBox(name: string, head: string, body: string): Pattern {
  return { name, page: documentOf(boxStyle + head, body), viewport: boxInView };
}

/** A box that is red until its own script makes it green. */
export const redBox = `<style>#box{position:absolute;left:100px;top:100px;width:400px;height:300px;background:${red}}</style>`;
