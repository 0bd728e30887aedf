import type { Frame, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { readImage } from './support/image.ts';
import { scriptInjections } from './support/script-injections.ts';
import { serveSite } from './support/site.ts';
import { expect, test } from './support/story.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'HTML Code Editor' });
const code = (page: Page) => dialog(page).getByRole('textbox');
const preview = (page: Page) => page.getByTitle('Preview of your HTML');
const previewFrame = (page: Page) => preview(page).contentFrame();

async function openEditor(page: Page): Promise<void> {
  await page.goto('/dashboard/playground?mode=html');
  await page.getByRole('button', { name: 'Write HTML' }).click();
  await expect(code(page)).toBeFocused();
}

async function frameOf(page: Page): Promise<Frame> {
  const frame = page.frames().find((one) => one.url().endsWith('/preview-frame'));
  expect(frame, 'the preview is open').toBeDefined();
  return frame!;
}

/** Returns the visible colour at the centre of the preview. */
async function centreColour(page: Page): Promise<string | undefined> {
  const image = await readImage(page, await preview(page).screenshot());
  const point = [Math.round(image.width / 2), Math.round(image.height / 2)] as const;
  const { colours } = await readImage(page, await preview(page).screenshot(), [point]);
  return colours[0];
}

/** No doctype, so that the body fills the viewport in quirks mode; a script would make it red. */
const card = `<style>body { height: 100%; background: rgb(10, 120, 200) } p { color: rgb(1, 2, 3) }</style>
<body onload="document.body.style.background = 'red'"><p style="font-size: 40px">Spring</p>
<img width="20" height="20" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
<input autofocus><a href="/dashboard" target="_top" style="position: fixed; inset: 0">all of it</a>
<script>document.body.style.background = 'red'</script>`;

test('[PG-34] [PF-6] HTML is rendered beside its code as it will be captured, is not interactive, and scrolls by keyboard', async ({
  memberPage: page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await openEditor(page);
  await expect(dialog(page).getByText('Your page will appear here as you type.')).toBeVisible();
  await expectAccessible(page, 'an empty HTML dialog');
  await code(page).fill(card);
  const body = previewFrame(page).locator('body');
  await expect(body).toHaveCSS('background-color', 'rgb(10, 120, 200)');
  await expect(previewFrame(page).locator('p')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect.poll(() => centreColour(page)).toBe('#0a78c8');
  await expect(previewFrame(page).locator('img')).toHaveJSProperty('naturalWidth', 1);
  const facts = await (
    await frameOf(page)
  ).evaluate(() => [origin, innerWidth, innerHeight, document.compatMode, document.scripts.length]);
  expect(facts).toEqual(['null', 1280, 720, 'BackCompat', 0]);
  await expect(code(page), 'the page does not take the keyboard').toBeFocused();
  await expectAccessible(page, 'an HTML dialog with a picture');
  await preview(page).click();
  await expect(page).toHaveURL(/playground\?mode=html$/);

  await code(page).fill('<body style="height: 4000px">');
  await expect(body).toHaveCSS('height', '4000px');
  await code(page).press('Escape');
  await code(page).press('Tab');
  await expect(preview(page)).toBeFocused();
  await page.keyboard.press('PageDown');
  const scrolled = async () => (await frameOf(page)).evaluate(() => scrollY);
  await expect.poll(scrolled).toBeGreaterThan(100);
  await code(page).pressSequentially('x');
  await expect(previewFrame(page).getByText('x')).toBeAttached();
  expect(await scrolled(), 'drawing anew stays where it was').toBeGreaterThan(100);
});

test('[PG-34] on a phone the preview replaces the code and has the size of the chosen device', async ({
  memberPage: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard/playground?mode=html');
  const device = page.getByRole('combobox', { name: 'Device' });
  await device.fill('iphone 12');
  await page
    .getByRole('option', { name: /^iPhone 12(?! [PM])/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Write HTML' }).click();
  await code(page).fill('<body style="background: rgb(0, 160, 90)">');
  await expect(preview(page)).toHaveCount(0);
  await dialog(page).getByRole('radio', { name: 'Preview' }).check();
  await expect(code(page)).toBeHidden();
  await expect.poll(() => centreColour(page)).toBe('#00a05a');
  const [width, height] = await (await frameOf(page)).evaluate(() => [innerWidth, innerHeight]);
  await expect(dialog(page).getByText(`${width} × ${height} px`)).toBeVisible();
  expect(width).toBe(390);
  await expectAccessible(page, 'the preview on a phone');
  await dialog(page).getByRole('radio', { name: 'Code' }).check();
  await expect(code(page)).toHaveValue('<body style="background: rgb(0, 160, 90)">');
});

test('[PG-34] hostile HTML executes nothing, navigates nowhere and sends no authenticated request to our server', async ({
  memberPage: page,
  product,
  watch,
}) => {
  watch.expect(/NotSameOrigin/);
  // Script URLs in place of images and stylesheets.
  watch.expect(/(image|stylesheet) '(javascript|x):/);
  watch.expect(/Unsafe attempt to load URL data:/);
  watch.expect(/may not be used as base URLs/);
  const here = product.url;
  const effects: string[] = [];
  page.on('dialog', (one) => {
    effects.push(`dialog: ${one.message()}`);
    one.dismiss().catch(() => undefined);
  });
  page.context().on('page', (one) => effects.push(`page: ${one.url()}`));
  await openEditor(page);
  await expect(preview(page)).toBeAttached();
  await code(page).fill('<p>first');
  await expect(previewFrame(page).getByText('first')).toBeVisible();
  page.on('request', (request) => void report(request.url(), request.allHeaders()));
  const report = async (url: string, headers: Promise<Record<string, string>>) => {
    const { cookie } = await headers;
    // The dashboard itself preloads its assets.
    if (url.startsWith('http') && !url.startsWith(`${here}/assets/`))
      effects.push(cookie === undefined ? url : `in the name of the person: ${url}`);
  };
  const attacks = [
    ...scriptInjections,
    `<meta http-equiv=refresh content="0;url=${here}/dashboard">`,
    `<meta http-equiv=content-security-policy content="default-src 'none'">`,
    `<script>top.location = '/gone'; parent.document.title = 'gone'; fetch('/api/v1/projects/list')</script>`,
    `<iframe src="${here}/dashboard"></iframe><object data="${here}/dashboard"></object><embed src="${here}/">`,
    `<form name=f action="/dashboard"><input name=matches><input name=remove><button autofocus>go</button></form>`,
    '<img name=documentElement><img name=open><img name=write><img name=doctype><img name=querySelectorAll>',
    `<link rel=prefetch href="${here}/a"><link rel=preload as=script href="${here}/b"><link rel=preconnect href="${here}">`,
    `<img src="/api/v1/projects/list"><style>@import "/docs/docs.css"; body { background: url(/c) }</style>`,
    `<img src="${here}/api/v1/projects/list">`,
  ];
  for (const html of attacks) {
    await preview(page).evaluate(
      (frame: HTMLIFrameElement, text) => frame.contentWindow!.postMessage(text, '*'),
      html,
    );
    await (await frameOf(page)).evaluate(() => new Promise((done) => setTimeout(done)));
  }
  await code(page).fill('<p>last');
  await expect(previewFrame(page).getByText('last')).toBeVisible();
  await expect(page).toHaveURL(/playground\?mode=html$/);
  await expect(page).toHaveTitle(/Playground/);
  await expect(code(page)).toBeFocused();
  expect(effects).toEqual([`${here}/api/v1/projects/list`]);
});

test('[PG-34] a script that ran in the preview could reach no cookie, storage, window or server', async ({
  memberPage: page,
  watch,
}) => {
  watch.expect(/Content Security Policy|sandboxed|Unsafe attempt|NotSameOrigin/);
  await openEditor(page);
  await code(page).fill('<p>drawn');
  await expect(previewFrame(page).getByText('drawn')).toBeVisible();
  const outcomes = await (
    await frameOf(page)
  ).evaluate(async () => {
    const tries: Record<string, () => unknown> = {
      cookie: () => document.cookie,
      storage: () => localStorage.length,
      dashboard: () => parent.document.title,
      'the top window': () => (top!.location.href = '/gone'),
      popup: () => open('/gone') ?? Promise.reject(new Error('no window')),
      fetch: () => fetch('/api/v1/projects/list', { credentials: 'include' }),
      elsewhere: () => fetch('https://example.com/'),
      'another script': () => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        return Reflect.get(window, 'ran') ?? Promise.reject(new Error('not run'));
      },
    };
    const reached: string[] = [];
    for (const [name, attempt] of Object.entries(tries)) {
      try {
        await attempt();
        reached.push(name);
      } catch {
        // The access is denied, as it must be.
      }
    }
    return reached;
  });
  expect(outcomes).toEqual([]);
  await expect(page).toHaveURL(/playground\?mode=html$/);
});

test('[PG-34] neither the preview nor the dashboard can be framed by another site', async ({
  page,
  product,
  watch,
}) => {
  watch.expect(/third party/);
  watch.expect(/frame-ancestors/);
  await using site = await serveSite();
  await page.goto(site.url);
  for (const path of ['/preview-frame', '/dashboard']) {
    const response = page.waitForResponse(product.url + path);
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.replaceChildren(frame);
    }, product.url + path);
    await response;
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  }
});
