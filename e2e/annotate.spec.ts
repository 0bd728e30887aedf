import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { withKeyboard } from './support/hands.ts';
import { readImage } from './support/image.ts';
import { expect, signIn, test, type CallApi } from './support/story.ts';

const width = 800;
/** Height of a long page, whose image is as high. */
const longPx = 20_000;

const html = (height: number) => `<!doctype html><title>A page</title>
<body style="margin:0;height:${height}px;background:#fff;font:20px monospace">
<p style="margin:0;padding:60px 40px 0">4111 1111 1111 1111</p>`;

/** Captures a page, and returns the ID of the capture. */
async function capture(callApi: CallApi, height: number): Promise<string> {
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Atlas',
  });
  const { requestId } = await callApi<{ requestId: string }>('POST', '/html-to-image/dashboard', {
    html: html(height),
    project_id: project.id,
    width,
    height: 400,
    full_page: true,
  });
  const status = async () => {
    const read = await callApi<{ status: string }>('GET', `/screenshots/${requestId}`);
    return read.status;
  };
  await expect.poll(status, { timeout: 30_000 }).toBe('COMPLETE');
  return requestId;
}

async function imageOf(page: Page, id: string): Promise<Buffer> {
  const response = await page.request.get(`/api/v1/screenshots/${id}/image`);
  expect(response.ok()).toBe(true);
  return response.body();
}

const stageOf = (page: Page) => page.getByRole('region', { name: 'Image with marks' });
const markOf = (page: Page, name: RegExp) => stageOf(page).getByRole('button', { name });

/** Drags on the image between two of its points. */
async function drag(
  image: Locator,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const page = image.page();
  const box = (await image.boundingBox())!;
  const scale = box.width / width;
  const at = ([x, y]: readonly [number, number]) => [box.x + x * scale, box.y + y * scale] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([from[0] + 6, from[1] + 6]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

/** Draws with a tool. */
async function draw(
  page: Page,
  tool: string,
  points: readonly [readonly [number, number], readonly [number, number]],
): Promise<void> {
  await page.getByRole('radio', { name: tool, exact: true }).click();
  await drag(stageOf(page).getByRole('img'), ...points);
  await expect(page.getByRole('radio', { name: 'Select', exact: true })).toBeChecked();
}

/** Saves the copy; returns its ID. */
async function savedId(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/dashboard\/files\?file=/);
  await expect(page.getByText('Annotated copy saved', { exact: true })).toBeVisible();
  return new URL(page.url()).searchParams.get('file') ?? '';
}

test('[RP-6] with the pointer: marks are drawn, moved and undone; the copy has them, and the original does not', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  const id = await capture(callApi, 600);
  const original = await imageOf(page, id);
  await page.goto(`/dashboard/files?file=${id}`);
  await page.getByRole('link', { name: 'Annotate', exact: true }).click();
  await expect(page).toHaveURL(`/dashboard/screenshots/${id}/annotate`);
  await expect(stageOf(page).getByRole('img')).toBeVisible();
  await expectAccessible(page, 'an editor without marks');

  await draw(page, 'Blur', [
    [30, 50],
    [330, 90],
  ]);
  await draw(page, 'Box', [
    [400, 100],
    [500, 160],
  ]);
  // By its border.
  await drag(stageOf(page).getByRole('img'), [400, 130], [420, 150]);
  await expect(markOf(page, /^Box 1 at 420, 120$/)).toBeVisible();
  await draw(page, 'Arrow', [
    [600, 300],
    [500, 300],
  ]);
  await draw(page, 'Arrow', [
    [10, 300],
    [90, 300],
  ]);
  await page.keyboard.press('Control+z');
  await expect(markOf(page, /^Arrow/)).toHaveCount(1);
  await page.getByRole('radio', { name: 'Text', exact: true }).click();
  await drag(stageOf(page).getByRole('img'), [610, 290], [610, 290]);
  await page.keyboard.type('Look <here>');
  await draw(page, 'Crop', [
    [0, 0],
    [800, 400],
  ]);
  await expectAccessible(page, 'an editor with marks');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page, 'an editor on a phone');

  await page.getByRole('link', { name: 'Back to the file' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save copy' }).click();
  const copyId = await savedId(page);
  const points = [
    [470, 121],
    [470, 150],
    [560, 300],
    [700, 200],
    [35, 55],
    [60, 70],
  ] as const;
  const { height, colours } = await readImage(page, await imageOf(page, copyId), points);
  expect(height).toBe(400);
  expect(colours.slice(0, 4)).toEqual(['#e01020', '#ffffff', '#e01020', '#ffffff']);
  // Two points of one block.
  expect(colours[5]).toBe(colours[4]);
  expect((await imageOf(page, id)).equals(original)).toBe(true);

  await page.getByRole('link', { name: 'Open the original' }).click();
  await expect(page).toHaveURL(`/dashboard/files?file=${id}`);
  await expectAccessible(page, 'a file with an annotated copy');
  await page
    .getByRole('list', { name: 'Annotated copies' })
    .getByRole('link', { name: /-annotated\.png$/ })
    .click();
  await expect(page).toHaveURL(`/dashboard/files?file=${copyId}`);
});

test('[RP-6] with keys alone: a mark at the end of a long page is added, moved, resized and saved', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  const id = await capture(callApi, longPx);
  await page.goto(`/dashboard/screenshots/${id}/annotate`);
  await expect(stageOf(page).getByRole('img')).toBeVisible();
  const hands = withKeyboard(page);
  await page.getByRole('radio', { name: 'Select', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Box', exact: true })).toBeChecked();
  await hands.activate(page.getByRole('button', { name: 'Add at centre' }));
  const mark = markOf(page, /^Box 1/);
  await expect(mark).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText(/^Box 1 resized to 240 × 170$/)).toBeAttached();
  const field = (name: string) => page.getByRole('spinbutton', { name: `${name}, Box 1` });
  for (const [name, value] of [
    ['Y', longPx - 170],
    ['X', 500],
  ] as const) {
    await hands.activate(field(name));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(String(value));
  }
  await expect(markOf(page, /^Box 1 at 500, 19830$/)).toBeVisible();
  await page.getByRole('button', { name: 'Show Box 1 at 500, 19830' }).press('Enter');
  await expect(mark).toBeInViewport();
  await page.getByRole('radio', { name: 'Select', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Crop', exact: true })).toBeChecked();
  await hands.activate(page.getByRole('button', { name: 'Add at centre' }));
  await expect(markOf(page, /^Crop/)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(stageOf(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.getByRole('button', { name: 'Save copy' }).press('Enter');
  const copyId = await savedId(page);
  const [border, inside] = [
    [600, longPx - 168],
    [600, longPx - 80],
  ] as const;
  const copy = await readImage(page, await imageOf(page, copyId), [border, inside]);
  expect(copy).toEqual({ width, height: longPx, colours: ['#e01020', '#ffffff'] });
});

test('[RP-6] without a connection the marks are kept', async ({
  memberPage: page,
  callApi,
  watch,
}) => {
  const id = await capture(callApi, 600);
  await page.goto(`/dashboard/screenshots/${id}/annotate`);
  await expect(stageOf(page).getByRole('img')).toBeVisible();
  await draw(page, 'Box', [
    [400, 100],
    [500, 160],
  ]);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save copy' }).click();
  await expect(page.getByText(/^You are offline\. Try again/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(markOf(page, /^Box 1 at 400, 100$/)).toBeVisible();
  await page.getByRole('button', { name: 'Save copy' }).click();
  await savedId(page);
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
});

test('[RP-6] with touch: a finger draws with a tool and moves a mark, and scrolls the page otherwise', async ({
  callApi,
  context,
  person,
  browser,
  product,
}) => {
  await signIn(context, person);
  const id = await capture(callApi, 600);
  await using phone = await browser.newContext({
    baseURL: product.url,
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  await signIn(phone, person);
  const page = await phone.newPage();
  await page.goto(`/dashboard/screenshots/${id}/annotate`);
  const image = stageOf(page).getByRole('img');
  await expect(image).toBeVisible();
  const devtools = await phone.newCDPSession(page);
  const swipe = async (from: readonly [number, number], to: readonly [number, number]) => {
    await image.scrollIntoViewIfNeeded();
    const box = (await image.boundingBox())!;
    const scale = box.width / width;
    const at = (share: number) => ({
      x: box.x + (from[0] + (to[0] - from[0]) * share) * scale,
      y: box.y + (from[1] + (to[1] - from[1]) * share) * scale,
    });
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: share === undefined ? [] : [at(share)],
      });
    await send('touchStart', 0);
    for (const share of [0.2, 0.4, 0.6, 0.8, 1]) await send('touchMove', share);
    await send('touchEnd');
  };
  const scrolled = () => page.evaluate(() => window.scrollY);

  await page.getByRole('radio', { name: 'Box', exact: true }).tap();
  await swipe([200, 150], [400, 350]);
  await expect(markOf(page, /^Box 1 at 200, 150$/)).toBeVisible();
  // By its left border, straight down.
  await swipe([202, 250], [202, 330]);
  await expect(markOf(page, /^Box 1 at 200, 2[23]\d$/)).toBeVisible();
  const before = await scrolled();
  await swipe([700, 550], [700, 150]);
  await expect.poll(scrolled).toBeGreaterThan(before);
  await expect(markOf(page, /^Box 1/)).toHaveCount(1);
});
