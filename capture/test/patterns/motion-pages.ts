import {
  area,
  documentOf,
  green,
  white,
  type Expectation,
  type Pattern,
  type Probe,
} from './pattern.ts';

/** The inside of a box, without its edges. */
export function inside(
  color: string,
  [x = 0, y = 0, width = 0, height = 0]: readonly number[],
): Probe {
  return area(color, [x + 10, y + 10, width - 20, height - 20]);
}

const hero: Expectation = {
  probes: [inside(green, [100, 100, 400, 300]), area(white, [700, 100, 500, 600])],
};

/** Style of the box that the motion of a page ends with. */
export const heroStyle =
  '<style>#box{position:absolute;left:100px;top:100px;width:400px;height:300px}</style>';

/** A page that ends with a green box on white. */
export function endsWithBox(name: string, head: string, body: string): Pattern {
  const page = documentOf(`${heroStyle}<style>#box{background:${green}}</style>${head}`, body);
  return { name, page, viewport: hero };
}

/** Probes of the rows of a page: green boxes in sections of 500 px. */
export function revealed(sections: number): Expectation {
  const rows = Array.from({ length: sections }, (_, index) => index);
  return {
    heightPx: sections * 500,
    probes: rows.flatMap((index) => [
      inside(green, [100, index * 500 + 100, 600, 300]),
      area(white, [800, index * 500 + 10, 400, 480]),
    ]),
  };
}

/** A page of sections whose boxes are shown by `script` when they come into view. */
export function reveals(name: string, style: string, script: string): Pattern {
  const section = '<section><div class="box"></div></section>';
  return {
    name,
    page: documentOf(
      `<style>section{height:500px;position:relative;overflow:hidden}
      .box{position:absolute;left:100px;top:100px;width:600px;height:300px;background:${green}}${style}</style>`,
      `${section.repeat(8)}<script>const boxes = [...document.querySelectorAll('.box')];${script}</script>`,
    ),
    fullPage: revealed(8),
  };
}
