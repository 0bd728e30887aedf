import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, signIn, test, type CallApi } from './support/story.ts';

const size = { width: 800, height: 400 };
/** Changed region of the second page. */
const box = { x: 40, y: 120, width: 200, height: 100 };

const html = (colour: string) => `<!doctype html><title>A page</title>
<body style="margin:0;font:20px sans-serif"><h1 style="margin:20px 40px">A page</h1>
<div style="position:absolute;left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height}px;background:${colour}"></div>`;

/** Captures two pages that differ in the colour of a box. */
async function captureTwo(callApi: CallApi): Promise<readonly [before: string, after: string]> {
  const { project } = await callApi<{ project: { id: number } }>('POST', '/projects', {
    name: 'Atlas',
  });
  const capture = async (colour: string) => {
    const body = { html: html(colour), project_id: project.id, ...size };
    const { requestId } = await callApi<{ requestId: string }>(
      'POST',
      '/html-to-image/dashboard',
      body,
    );
    const status = () => callApi<{ status: string }>('GET', `/screenshots/${requestId}`);
    await expect.poll(async () => (await status()).status).toBe('COMPLETE');
    return requestId;
  };
  return [await capture('#0a0'), await capture('#c00')];
}

const tick = (page: Page, at: number) =>
  page.getByRole('checkbox', { name: 'Select HTML', exact: true }).nth(at).check();

/** Drags over the changed region of the image. */
async function drawOver(page: Page, image: Locator): Promise<void> {
  const { x, y, width, height } = (await image.boundingBox())!;
  const at = (pageX: number, pageY: number) =>
    [x + (pageX / size.width) * width, y + (pageY / size.height) * height] as const;
  await page.mouse.move(...at(box.x - 10, box.y - 10));
  await page.mouse.down();
  await page.mouse.move(...at(box.x + 50, box.y + 50));
  await page.mouse.move(...at(box.x + box.width + 10, box.y + box.height + 10));
  await page.mouse.up();
}

/** Chooses a view. */
async function view(page: Page, name: string): Promise<void> {
  const choice = page.getByRole('radio', { name, exact: true });
  await choice.click();
  // The page follows its URL, which changes a moment later.
  await expect(choice).toBeChecked();
}

const number = (page: Page, name: RegExp) => page.getByRole('spinbutton', { name });
const divider = (page: Page) => page.getByRole('slider', { name: /^Divider between/ });

test('[RP-1, FM-23] two files of the File Manager are compared in every view, and a copied link reproduces it', async ({
  memberPage: page,
  callApi,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [before, after] = await captureTwo(callApi);
  await page.goto('/dashboard/files');
  await tick(page, 0);
  await tick(page, 1);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page).toHaveURL(`/dashboard/compare?a=${before}&b=${after}`);
  await expect(page.getByText('6.3 % changed', { exact: true })).toBeVisible();
  await expect(page.getByText('20,000 of 320,000 pixels, in 1 region.')).toBeVisible();
  await expectAccessible(page, 'side by side');

  await view(page, 'Slider');
  await expect(divider(page)).toHaveValue('50');
  await divider(page).press('ArrowRight');
  await divider(page).press('PageUp');
  await expect(divider(page)).toHaveValue('61');
  const image = page.getByRole('region', { name: 'Both images' }).getByRole('img').first();
  const { x, y, width } = (await image.boundingBox())!;
  await page.mouse.click(x + width / 4, y + 20);
  await expect(number(page, /^Divider/)).toHaveValue('25');
  await page.keyboard.press('ArrowLeft');
  await expect(divider(page)).toHaveValue('24');
  await expectAccessible(page, 'the slider');

  await view(page, 'Overlay');
  await number(page, /^Opacity/).fill('30');
  await expect(page).toHaveURL(/opacity=30/);
  await expectAccessible(page, 'the overlay');

  await view(page, 'Difference');
  const difference = page.getByRole('region', { name: 'Difference' }).getByRole('img');
  await expect(difference).toBeVisible();
  await page.getByRole('button', { name: /^Show the change / }).click();
  await expectAccessible(page, 'the difference');
  await page.getByRole('button', { name: 'Draw on the image' }).click();
  await drawOver(page, difference);
  await expect(page.getByText('No change', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  const ignored = page.getByRole('list', { name: 'Ignored regions' }).getByRole('listitem');
  await expect(ignored).toHaveCount(1);
  const name = await ignored.innerText();
  await page.getByRole('button', { name: 'Actual pixels' }).click();

  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  const fresh = await context.newPage();
  await fresh.goto(link);
  await expect(fresh.getByRole('radio', { name: 'Difference' })).toBeChecked();
  await expect(fresh.getByText('No change', { exact: true })).toBeVisible();
  await expect(fresh.getByText('100 %', { exact: true })).toBeVisible();
  await expect(fresh.getByRole('list', { name: 'Ignored regions' })).toContainText(name);
  await view(fresh, 'Slider');
  await expect(divider(fresh)).toHaveValue('24');
  await fresh.getByRole('button', { name: /^Remove / }).click();
  await expect(fresh.getByText('6.3 % changed', { exact: true })).toBeVisible();
});

test('[RP-1, AX-10] the images scroll together, and at 360 px no view scrolls the page sideways', async ({
  memberPage: page,
  callApi,
}) => {
  test.slow();
  const [before, after] = await captureTwo(callApi);
  await page.goto(`/dashboard/compare?a=${before}&b=${after}&zoom=4`);
  const [left, right] = ['Image Before', 'Image After'].map((name) =>
    page.getByRole('region', { name }),
  );
  await expect(right!.getByRole('img')).toBeVisible();
  await left!.evaluate((pane) => pane.scrollTo(310, 240));
  const scrolled = () => right!.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  await expect.poll(scrolled).toEqual([310, 240]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText('6.3 % changed', { exact: true })).toBeVisible();
  for (const name of ['Slider', 'Overlay', 'Difference', 'Side by side']) {
    await view(page, name);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page, `${name} on a phone`);
  }
});

test('[RP-1] captures of another account do not exist for it', async ({
  context,
  person,
  callApi,
  browser,
  product,
}) => {
  await signIn(context, person);
  const [before, after] = await captureTwo(callApi);
  await using stranger = await browser.newContext({ baseURL: product.url });
  await signIn(stranger, await product.createPerson());
  const page = await stranger.newPage();
  await page.goto(`/dashboard/compare?a=${before}&b=${after}`);
  await expect(page.getByText('The screenshot in before does not exist.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);
});
