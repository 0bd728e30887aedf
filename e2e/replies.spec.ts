import type { Page } from '@playwright/test';
import { scriptInjections } from './support/script-injections.ts';
import { expect, test } from './support/story.ts';
import { openTeamMember, openTicket } from './support/team.ts';

/** Records every effect of an injected script: dialogs, calls, requests and new pages. */
async function recordEffects(page: Page) {
  const effects: string[] = [];
  await page.exposeFunction('reportCall', (name: string) => void effects.push(`call of ${name}`));
  await page.addInitScript(() => {
    const report = (globalThis as unknown as { reportCall: (name: string) => void }).reportCall;
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const)
      Object.assign(globalThis, { [name]: () => report(name) });
  });
  page.on('dialog', (dialog) => {
    effects.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/(api\/v1|assets|dashboard|staff)\/|^\/(config\.json|favicon\.svg)$/.test(pathname))
      effects.push(`request: ${request.url()}`);
  });
  page.context().on('page', (other) => effects.push(`page: ${other.url()}`));
  return effects;
}

/** Dispatches every user event on every element of the rich text. */
async function triggerAllEvents(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('.rich-text *')) {
      for (const type of ['mouseover', 'pointerenter', 'focus', 'blur', 'wheel', 'animationstart'])
        element.dispatchEvent(new Event(type, { bubbles: true }));
      if (element.tagName !== 'A') element.click();
      element.focus();
    }
  });
}

const dangerous =
  'script, style, iframe, object, embed, svg, math, img, video, audio, form, input, button, link, meta, base, template, ' +
  '[style], [class], [id], [srcdoc], [src], [action], [formaction], a[href^="javascript:" i], a[href^="data:" i]';

async function expectHarmless(page: Page): Promise<void> {
  const bad = await page
    .locator('.rich-text')
    .evaluateAll(
      (texts, selector) =>
        texts.flatMap((text) => [
          ...[...text.querySelectorAll(selector)].map((element) => element.outerHTML),
          ...[...text.querySelectorAll('*')].flatMap((element) =>
            element.getAttributeNames().filter((name) => name.startsWith('on')),
          ),
          ...[...text.querySelectorAll('a[href]')]
            .map((link) => link.getAttribute('href') ?? '')
            .filter((href) => !/^(https?:|mailto:)/i.test(href)),
        ]),
      dangerous,
    );
  expect(bad).toEqual([]);
}

test('[HP-14] replies with over 200 script injections execute nothing in the reader’s browser', async ({
  memberPage: page,
  context,
  browser,
  product,
}) => {
  const effects = await recordEffects(page);
  const id = await openTicket(context, { title: 'Injections' });
  await using team = await openTeamMember(browser, product);
  const staffEffects = await recordEffects(team.page);
  for (let from = 0; from < scriptInjections.length; from += 20) {
    const markdown = scriptInjections
      .slice(from, from + 20)
      .join('\n\n')
      .replaceAll('\0', ' ');
    await team.call('POST', `/staff/tickets/${String(id)}/replies`, { markdown });
  }
  await page.goto(`/dashboard/help?ticket=${String(id)}`);
  await page.getByText(/^Earlier messages/).click();
  await expect(page.locator('.rich-text')).toHaveCount(Math.ceil(scriptInjections.length / 20));
  await team.page.goto(`/staff/tickets/${String(id)}`);
  await expect(team.page.getByRole('heading', { name: '#' })).toBeVisible();
  for (const reader of [page, team.page]) {
    await triggerAllEvents(reader);
    await expectHarmless(reader);
  }
  expect([effects, staffEffects]).toEqual([[], []]);
});

test.describe('without the Content Security Policy, which would block most of them', () => {
  test.use({ bypassCSP: true });

  test('[HP-14] HTML that a faulty server did not sanitise executes nothing, because the browser sanitises it again', async ({
    memberPage: page,
    context,
  }) => {
    const effects = await recordEffects(page);
    const id = await openTicket(context, { title: 'Injections' });
    await page.route(`**/api/v1/help/tickets/${String(id)}`, async (route) => {
      const body = (await (await route.fetch()).json()) as {
        data: { ticket: Record<string, unknown> };
      };
      const messages = scriptInjections.map((html, index) => ({
        id: index + 1,
        from: index === scriptInjections.length - 1 ? 'team' : 'author',
        html,
        createdAt: '2025-01-05T15:04:00.000Z',
      }));
      const ticket = { ...body.data.ticket, messages, reply: scriptInjections.join('\n') };
      await route.fulfill({ json: { ...body, ticket, data: { ticket } } });
    });
    await page.goto(`/dashboard/help?ticket=${String(id)}`);
    await page.getByText(/^Earlier messages/).click();
    await expect(page.locator('.rich-text')).toHaveCount(scriptInjections.length);
    await triggerAllEvents(page);
    await expectHarmless(page);
    expect(effects).toEqual([]);
  });
});
