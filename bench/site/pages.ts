import { createRandom } from './images.ts';

const vocabulary =
  'page picture browser viewport layout paint raster frame pixel text style script network queue worker store document element screen shot cache font timer layer tile scroll header footer table grid'.split(
    ' ',
  );

function sentence(random: () => number, words: number): string {
  const text = Array.from(
    { length: words },
    () => vocabulary[Math.floor(random() * vocabulary.length)],
  );
  return `${text.join(' ').replace(/^./, (first) => first.toUpperCase())}.`;
}

const html = (title: string, style: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body>${body}</body></html>`;

/** Returns a page of two paragraphs, which shows the base cost of a capture. */
export function tinyPage(): string {
  const random = createRandom(1);
  const body = `<h1>Hello, screenshot</h1><p>${sentence(random, 60)}</p><p>${sentence(random, 40)}</p>`;
  return html('tiny', 'body{font:18px sans-serif;margin:40px}', body);
}

/** Returns a news article: 14 JPEG and 6 PNG images and a web font. */
export function articlePage(): string {
  const random = createRandom(11);
  const sections = Array.from({ length: 20 }, (_, i) => {
    const image =
      i % 10 < 7
        ? `<figure><img src="/image/photo-${i}.jpg" width="720" height="450"><figcaption>${sentence(random, 8)}</figcaption></figure>`
        : `<img class="aside" src="/image/drawing-${i}.png" width="300" height="195">`;
    return `<h2>Section ${i + 1}</h2><p>${sentence(random, 70)}</p>${image}<p>${sentence(random, 90)}</p>`;
  });
  return html(
    'article',
    '@font-face{font-family:Inter;src:url(/font/inter.woff2);font-weight:100 900}body{font:17px/1.6 Inter,serif;margin:0;color:#222}header{position:sticky;top:0;background:#123;color:#fff;padding:14px 30px;box-shadow:0 2px 8px #0006}main{max-width:760px;margin:20px auto}figure{margin:20px 0}figure img{border-radius:8px}figcaption{color:#777;font-size:14px}.aside{float:right;margin:0 0 10px 20px}h2{clear:both}',
    `<header><b>The Fixture Times</b></header><main><h1>Twenty images and a web font</h1>${sections.join('')}</main>`,
  );
}

/**
 * Returns a small application: it fetches 600 rows, then renders a canvas, a chart and a table;
 * `data-ready` marks its end.
 */
export function appPage(): string {
  const script = `(async () => {
    const rows = await (await fetch('/rows.json')).json();
    const pen = document.querySelector('canvas').getContext('2d');
    for (let line = 0; line < 4; line++) {
      pen.beginPath(); pen.strokeStyle = ['#e33', '#3a3', '#33e', '#e80'][line]; pen.lineWidth = 2;
      rows.forEach((row, i) => pen.lineTo(10 + i / rows.length * 780, 320 - row.value * (.1 + line * .04) - Math.sin(i / 30 + line) * 20));
      pen.stroke();
    }
    document.querySelector('svg').innerHTML = rows.slice(0, 60).map((row, i) => '<rect x="' + i * 6 + '" y="' + (330 - row.value * .3) + '" width="5" height="' + row.value * .3 + '" fill="hsl(' + i * 6 + ' 70% 55%)"/>').join('');
    const body = document.querySelector('table').createTBody();
    for (const row of rows) {
      const line = body.insertRow();
      for (const text of [row.id, row.name, row.value]) line.insertCell().textContent = text;
      line.insertCell().innerHTML = '<div class="bar" style="width:' + row.share * 100 + '%"></div>';
      line.insertCell().innerHTML = '<span class="tag">' + row.tag + '</span>';
    }
    document.documentElement.dataset.ready = '1';
  })();`;
  return html(
    'app',
    'body{font:13px sans-serif;margin:0;background:#f4f6f9}#top{display:grid;grid-template-columns:2fr 1fr;gap:16px;padding:16px}.card{background:#fff;border-radius:6px;box-shadow:0 1px 4px #0003;padding:12px}table{border-collapse:collapse;width:100%}td{border-bottom:1px solid #eee;padding:4px 8px}.tag{border-radius:8px;padding:1px 8px;background:#e4ecff}.bar{height:8px;border-radius:4px;background:linear-gradient(90deg,#48f,#8cf)}',
    `<div id="top"><div class="card"><canvas width="800" height="340"></canvas></div><div class="card"><svg width="360" height="340"></svg></div></div><div class="card"><table></table></div><script>${script}</script>`,
  );
}

/**
 * Returns a shop whose files come from far away, each after its own delay: the cost of a capture of
 * it is latency. `data-ready` marks its end.
 */
export function webPage(): string {
  const body =
    '<link rel="stylesheet" href="/web.css?delay=150"><script src="/web.js?delay=180" defer></script><header><b>Far Away Goods</b></header><main>Loading …</main>';
  return html('web', 'body{margin:0}', body);
}

/** Returns the style sheet of {@link webPage}. */
export function webStyle(): string {
  return '@font-face{font-family:Inter;src:url(/font/inter.woff2?delay=120);font-weight:100 900}body{font:15px/1.5 Inter,sans-serif}header{background:#123;color:#fff;padding:14px 30px}main{display:grid;grid-template-columns:repeat(4,1fr);gap:12px;padding:20px}figure{margin:0}img{width:100%;border-radius:8px}';
}

/** Returns the script of {@link webPage}: it fetches rows, then 14 images. */
export function webScript(): string {
  return `(async () => {
    const rows = await (await fetch('/rows.json?delay=300')).json();
    const photos = [0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 14, 15, 16];
    const main = document.querySelector('main');
    main.textContent = '';
    await Promise.all(photos.map((photo, i) => new Promise((resolve) => {
      const image = new Image();
      image.onload = image.onerror = resolve;
      image.src = '/image/photo-' + photo + '.jpg?delay=' + (80 + i * 26);
      const figure = document.createElement('figure');
      figure.append(image, rows[i].name);
      main.append(figure);
    })));
    document.documentElement.dataset.ready = '1';
  })();`;
}

/** Returns the rows that the small application fetches, as JSON. */
export function appRows(): string {
  const random = createRandom(7);
  const tags = ['new', 'sale', 'core', 'beta'];
  return JSON.stringify(
    Array.from({ length: 600 }, (_, id) => ({
      id,
      name: `Item ${id}`,
      value: Math.round(random() * 1000),
      share: Number(random().toFixed(3)),
      tag: tags[id % 4],
    })),
  );
}

/** Returns an invoice of about 20 KB as a user would paste it; needs no network. */
export function pastedHtml(): string {
  const random = createRandom(31);
  const rows = Array.from(
    { length: 90 },
    (_, i) =>
      `<tr><td>${i + 1}</td><td>${sentence(random, 9)}</td><td>${Math.ceil(random() * 20)}</td><td>$${(random() * 500).toFixed(2)}</td></tr>`,
  );
  return html(
    'invoice',
    'body{font:14px Helvetica,Arial,sans-serif;margin:40px;color:#234}table{width:100%;border-collapse:collapse}td{border:1px solid #ccd;padding:6px}.logo{width:90px;height:90px;border-radius:50%;background:conic-gradient(#f55,#fb3,#5d5,#48f,#f55)}',
    `<div class="logo"></div><h1>Invoice 2026-0042</h1><table>${rows.join('')}</table>`,
  );
}

/**
 * Returns 20 000 px of sections, each with a lazy image, which a full-page capture must load to the
 * end.
 */
export function longPage(): string {
  const random = createRandom(23);
  const sections = Array.from(
    { length: 40 },
    (_, i) =>
      `<section style="background:hsl(${i * 9} 40% 95%)"><h2>Block ${i}</h2><img loading="lazy" src="/image/lazy-${i}.jpg" width="640" height="360"><p>${sentence(random, 60)}</p></section>`,
  );
  return html(
    'long',
    'body{margin:0;font:16px sans-serif;width:1280px}h2{margin:0 0 8px}section{height:500px;box-sizing:border-box;padding:20px 40px;border-top:2px solid #37a}img{float:left;margin-right:20px}',
    sections.join(''),
  );
}

/** Returns a page of one flat colour, which identifies the page an image belongs to. */
export function colorPage(color: string): string {
  return html('color', `body{margin:0;background:#${color}}`, `<p>#${color}</p>`);
}
