import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { majorOf, versionIn } from '../src/browser/browser-identity.ts';
import { useEngine } from './engine-fixture.ts';
import { wholePixels } from './whole-pixels.ts';
import { rgb, type Pixels } from './pixels.ts';

const fixture = useEngine();
const white = rgb('#ffffff');
const green = rgb('#00aa44');

describe('scripts', () => {
  test("disabling JavaScript stops the page's scripts, and the default does not", async () => {
    const off = await fixture.render('/scripted', { isJavaScriptDisabled: true });
    const on = await fixture.render('/scripted', { isJavaScriptDisabled: false });
    expect([off.at(5, 5), on.at(5, 5)]).toEqual([white, rgb('#0044aa')]);
  });

  test('with JavaScript disabled, noscript content is rendered and no script runs, in ten of ten captures', async () => {
    const seen: unknown[] = [];
    for (let time = 0; time < 10; time += 1) {
      const rendering = await fixture.render('/noscript', { isJavaScriptDisabled: true });
      seen.push([rendering.at(5, 5), rendering.at(5, 150)]);
    }
    expect(seen).toEqual(Array.from({ length: 10 }, () => [green, white]));
  });

  test('pasted HTML with JavaScript disabled is also rendered without scripts', async () => {
    const html = `<body style="margin:0;background:#fff"><noscript><div style="height:100px;background:#00aa44"></div></noscript>
      <script>document.body.style.background = '#0044aa'</script>`;
    const part = { source: { kind: 'html', html }, isJavaScriptDisabled: true } as const;
    const rendering = await fixture.render('/', part);
    expect([rendering.at(5, 5), rendering.at(5, 150)]).toEqual([green, white]);
  });

  test('an injected script also runs if the scripts of the page are disabled', async () => {
    const injectJs = `await new Promise((done) => setTimeout(done, 10)).catch(() => 0);
      document.body.style.background = '#00aa44'`;
    const on = await fixture.render('/scripted', { injectJs });
    const off = await fixture.render('/scripted', {
      injectJs: `document.body.style.background = '#00aa44'`,
      isJavaScriptDisabled: true,
    });
    expect([on.at(5, 5), off.at(5, 5)]).toEqual([green, green]);
  });

  test('a full page is complete with JavaScript disabled', async () => {
    const rendering = await fixture.render('/lazy', {
      isJavaScriptDisabled: true,
      isFullPage: true,
    });
    expect([rendering.at(50, 50), rendering.at(50, 18 * 600 + 50)]).toEqual([
      [16, 0x80, 0x40],
      [34, 0x80, 0x40],
    ]);
  });

  test('an exception of an injected script is reported and does not fail the capture', async () => {
    const rendering = await fixture.render('/green', { injectJs: `throw new Error('oh no')` });
    expect(rendering.result.report.consoleErrors.join()).toContain('oh no');
  });
});

/** Returns true if the left edge of the image has a red line. */
const hasCaret = ({ at }: Pixels) =>
  Array.from({ length: 60 }, (_, x) => at(x, 60)).some(([red, other]) => red > other);

describe('styles', () => {
  test('injected styles win over important ones with a stronger selector, under a strict policy', async () => {
    const injectCss = 'div { background: #00aa44 }';
    const plain = await fixture.render('/strict-csp');
    const styled = await fixture.render('/strict-csp', { injectCss });
    expect([plain.at(5, 5), styled.at(5, 5)]).toEqual([rgb('#ff0000'), green]);
  });

  test('[CO-A4] injected styles apply under a policy that allows no styles, and leave it in force', async () => {
    const injectCss = 'div { background: #00aa44 }';
    const plain = await fixture.render('/no-styles');
    const styled = await fixture.render('/no-styles', { injectCss });
    expect([plain.at(20, 12), styled.at(20, 12)]).toEqual([white, green]);
    expect(styled.at(20, 350)).toEqual(white);
  });

  test('[CO-A4] the caret is hidden under a policy that allows no styles', async () => {
    const moving = await fixture.render('/caret');
    const stopped = await fixture.render('/caret', { areAnimationsDisabled: true });
    expect([hasCaret(moving), hasCaret(stopped)]).toEqual([true, false]);
  });

  test('[CO-A4] an injected style sheet may import another one', async () => {
    const { origin } = fixture.site;
    const injectCss = `@import url(${origin}/green.css); p { color: red }`;
    const rendering = await fixture.render('/no-styles', { injectCss });
    expect(rendering.at(20, 12)).toEqual(green);
  });

  test('[CO-A1] a style sheet without a rule and a script that fails are warnings', async () => {
    const injected = { injectCss: '/* nothing */', injectJs: `throw new Error('oh no')` };
    const { result } = await fixture.render('/green', injected);
    expect(result.report.warnings).toEqual([
      { option: 'inject_css', message: 'The style sheet has no valid rule.' },
      { option: 'inject_js', message: 'The script failed: Error: oh no' },
    ]);
  });

  test('injected styles reach pages without scripts', async () => {
    const injectCss = 'body { background: #00aa44 }';
    const rendering = await fixture.render('/scripted', { injectCss, isJavaScriptDisabled: true });
    expect(rendering.at(5, 5)).toEqual(green);
  });
});

const pasted = (html: string) => ({ source: { kind: 'html', html } }) as const;

/** User agent of a device with a version of Chrome. */
const userAgentOf = (version: string) =>
  `Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Mobile Safari/537.36`;

describe('devices', () => {
  test('a scale of 2 doubles the pixels of the same page', async () => {
    const rendering = await fixture.render('/ruler?h=800', { viewport: { deviceScaleFactor: 2 } });
    expect([rendering.widthPx, rendering.heightPx]).toEqual([2560, 1600]);
    expect(rendering.at(10, 1599)).toEqual((await fixture.render('/ruler?h=800')).at(5, 799));
  });

  test('[RP-7] a device sets size, scale, touch, the mobile flag and the user agent with the real version', async () => {
    const viewport = {
      widthPx: 412,
      heightPx: 839,
      deviceScaleFactor: 2.625,
      isMobile: true,
      hasTouch: true,
      userAgent: userAgentOf('99.0.0.0'),
    };
    const rendering = await fixture.render('/device', { viewport });
    const { browserVersion, ...report } = rendering.result.report;
    expect(report.viewport).toEqual({ widthPx: 412, heightPx: 839, scale: 2.625 });
    const userAgent = userAgentOf(`${majorOf(versionIn(browserVersion) ?? '')}.0.0.0`);
    expect(rendering.at(5, 5)).toEqual(green);
    const size = wholePixels([412, 839], 2.625, browserVersion);
    expect([rendering.widthPx, rendering.heightPx]).toEqual(size);
    const request = fixture.site.seen.findLast(({ path }) => path.startsWith('/seen-device'));
    const query = new URL(`http://x${request?.path}`).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      w: '412',
      dpr: '2.625',
      touch: '5',
      mobile: 'true',
      ua: userAgent,
    });
    expect(request?.headers['user-agent']).toBe(userAgent);
  });

  test('a page and its frames see a window as large as the viewport and are rendered to its end', async () => {
    const other = fixture.site.origin.replace('127.0.0.1', 'localhost');
    const rendering = await fixture.render(`/window?other=${other}`);
    expect(rendering.at(150, 799)).toEqual(green);
    expect(lastReportOf('/seen-window?')).toBe('1280,800,1280,800,800');
    expect(lastReportOf('/seen-window-frame?')).toBe('300,1280,800');
  });

  test('workers send the same user agent as their page', async () => {
    await fixture.render('/workers', { viewport: { userAgent: 'Tester/1.0' }, delayMs: 200 });
    const request = fixture.site.seen.findLast(({ path }) => path.startsWith('/from-worker'));
    expect(request?.path).toContain('Tester%2F1.0');
    expect(request?.headers['user-agent']).toBe('Tester/1.0');
  });

  test('a mobile page without a viewport of its own is as wide as the device, also in full', async () => {
    const viewport = { widthPx: 390, heightPx: 844, deviceScaleFactor: 2, isMobile: true };
    const rendering = await fixture.render('/ruler?h=3000', { viewport });
    const full = await fixture.render('/ruler?h=3000', { viewport, isFullPage: true });
    expect([rendering.widthPx, full.widthPx]).toEqual([780, 780]);
    expect(full.at(5, 10)).toEqual(rendering.at(5, 10));
  });
});

/** Returns the last report that a page sent to the site. */
function lastReportOf(path: string): string | undefined {
  return fixture.site.seen.findLast((request) => request.path.startsWith(path))?.path.split('?')[1];
}

describe('formats', () => {
  test('a JPEG obeys its quality', async () => {
    const coarse = await fixture.render('/moving', { fileType: 'jpeg', quality: 10 });
    const fine = await fixture.render('/moving', { fileType: 'jpeg', quality: 95 });
    const { image } = coarse.result;
    expect(image.contentType).toBe('image/jpeg');
    expect(image.bytes.readUInt16BE(0)).toBe(0xffd8);
    expect(image.bytes.length).toBeLessThan(fine.result.image.bytes.length);
  });
});

describe('the background', () => {
  const html = `<body style="margin:0"><div style="width:100px;height:2000px;background:#00aa44">`;
  const part = { ...pasted(html), viewport: { deviceScaleFactor: 2 } };

  test.for([{}, { isFullPage: true }, { elementSelector: 'html' }])(
    'is transparent where the page paints nothing, if it is omitted: %j',
    async (mode) => {
      const rendering = await fixture.render('/', { ...part, ...mode, isBackgroundOmitted: true });
      const { data, info } = await sharp(rendering.result.image.bytes)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => [
        ...data.subarray(4 * (y * info.width + x)).subarray(0, 4),
      ];
      expect(info.channels).toBe(4);
      expect([at(10, 10), at(400, 10), at(400, info.height - 10)]).toEqual([
        [...green, 255],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
      ]);
    },
  );

  test('is white by default, also after a capture that omitted it', async () => {
    await fixture.render('/', { ...part, isBackgroundOmitted: true });
    expect((await fixture.render('/', part)).at(400, 10)).toEqual(white);
  });
});

describe('pasted HTML', () => {
  test('is rendered at an http URL of its own, as a secure context', async () => {
    const html = `<body style="margin:0"><script>
      const isOwn = location.protocol === 'http:' && origin !== 'null' && isSecureContext;
      document.body.style.background = isOwn ? '#00aa44' : '#ff0000';</script>`;
    const rendering = await fixture.render('/', pasted(html));
    expect(rendering.at(5, 5)).toEqual(green);
    expect(rendering.result.report).toMatchObject({ finalUrl: null, targetStatus: 200 });
  });

  test('loads images of other origins, and its relative URLs load nothing', async () => {
    const { origin, seen } = fixture.site;
    const before = seen.length;
    const html = `<body style="margin:0"><img style="display:block" src="${origin}/color/00aa44.png?pasted"><img src="/color/ff0000.png">
      <script src="../secret.js"></script><iframe src="page.html"></iframe>`;
    const rendering = await fixture.render('/', pasted(html));
    expect(rendering.at(50, 50)).toEqual(green);
    expect(seen.slice(before).map(({ path }) => path)).toEqual(['/color/00aa44.png?pasted']);
  });

  test('cannot read a file in any way', async () => {
    const html = `<body style="margin:0;background:#00aa44"><iframe src="file:///etc/passwd"></iframe>
      <img src="file:///etc/passwd"><link rel="stylesheet" href="file:///etc/passwd">
      <object data="file:///etc/passwd"></object><embed src="file:///etc/passwd">
      <script>fetch('file:///etc/passwd').then(async (answer) => { document.body.innerHTML = '<div style="position:fixed;inset:0;background:#f00">' + await answer.text(); });
      location.href = 'file:///etc/passwd';</script>`;
    const rendering = await fixture.render('/', pasted(html));
    expect(rendering.at(1000, 700)).toEqual(green);
    expect(rendering.result.report.finalUrl).toBeNull();
  });

  test('keeps its letters', async () => {
    const html =
      '<title>ü</title><script>document.write(document.title === "ü" && "日本" .length === 2 ? "<body style=background:#00aa44>" : "")</script>';
    const rendering = await fixture.render('/', pasted(html));
    expect(rendering.at(1000, 700)).toEqual(green);
  });
});

test('the engine verifies that it can capture', async () => {
  expect(await fixture.engine.probe(10_000)).toBe(true);
});
