import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { toastTexts } from './app.tsx';
import { mockEndpoint, failure, fakeServer } from './fake-api.ts';
import { aDelivery, aResponse, build, openDrawer, openWebhooks } from './webhooks.page.tsx';

const pending = aDelivery(1, {
  state: 'PENDING',
  attempts: 2,
  lastStatusCode: 503,
  lastDurationMs: 2_210,
  nextAttemptAt: new Date(Date.now() + 1_850_000).toISOString(),
  finishedAt: null,
});
const arrived = aDelivery(2, { eventType: 'screenshot.failed' });
const failed = aDelivery(3, { state: 'FAILED', attempts: 10, lastStatusCode: 500 });
const summary = { pending: 1, succeeded: 197, failed: 3 };

/** Serves the list and each of the three deliveries. */
function serveDeliveries(state = { deliveries: [pending, arrived, failed], summary }) {
  const list = mockEndpoint('listWebhookDeliveries', () => state);
  const detail = mockEndpoint('getWebhookDelivery', ({ url }) => {
    const delivery = state.deliveries.find(({ id }) => url.pathname.endsWith(id)) ?? arrived;
    return {
      delivery,
      body: '{"type":"screenshot.completed","data":{}}',
      attemptLog: [
        {
          number: 1,
          startedAt: '2026-01-05T15:04:00.000Z',
          requestHeaders: { 'webhook-id': delivery.id, 'webhook-signature': 'v1,abc=' },
          answer: aResponse({ statusCode: delivery.lastStatusCode, body: '<b>no</b>' }),
        },
      ],
    };
  });
  fakeServer.use(list.handler, detail.handler);
  return { list, detail, state };
}

describe('the deliveries of a webhook', () => {
  test('[WH-11] show the success rate, and the state, attempt, response and next retry of each', async () => {
    const { list } = serveDeliveries();
    const app = await openWebhooks();
    await app.user.click(await screen.findByRole('button', { name: 'Open Build' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Build' }));
    await drawer.findByText('98.5 % delivered');
    expect(list.received[0]?.url.pathname).toBe('/api/v1/webhooks/1/deliveries');
    const lines = drawer.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines[0]).toMatch(
      /^RetryingScreenshot completed.*Attempt 2 of 10 · 503 · 2,210 ms · next attempt in 30 minutes$/,
    );
    expect(lines[1]).toMatch(/^DeliveredScreenshot failed.*Attempt 1 of 10 · 200 · 87 ms$/);
    expect(lines[2]).toMatch(/^Failed.*Attempt 10 of 10 · 500/);
  });

  test('[WH-11] are shown with the time they are sorted by, whenever the last attempt was', async () => {
    const hourMs = 3_600_000;
    const at = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
    serveDeliveries({
      deliveries: [
        aDelivery(1, { createdAt: at(2), lastAttemptAt: at(2) }),
        { ...pending, id: failed.id, attempts: 0, createdAt: at(3), lastAttemptAt: null },
        aDelivery(2, { createdAt: at(4), lastAttemptAt: at(1) }),
      ],
      summary,
    });
    const drawer = await openDrawer(await openWebhooks(), 'Build', 'Deliveries');
    await drawer.findByText('98.5 % delivered');
    const lines = drawer.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines.map((line) => /\d hours ago/.exec(line)?.[0])).toEqual([
      '2 hours ago',
      '3 hours ago',
      '4 hours ago',
    ]);
    expect(lines[1]).toMatch(/^Pending/);
  });

  test('[WH-11] are polled every three seconds while the drawer is open only', async () => {
    const { list, state } = serveDeliveries();
    const app = await openWebhooks();
    const drawer = await openDrawer(app, 'Build', 'Deliveries');
    await drawer.findByText('98.5 % delivered');
    state.summary = { pending: 0, succeeded: 198, failed: 3 };
    state.deliveries = [{ ...pending, state: 'SUCCEEDED' }, arrived, failed];
    await drawer.findByText('198 delivered · 3 failed · 0 pending');
    expect(list.received).toHaveLength(2);
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(
      app.queryClient
        .getQueryCache()
        .findAll({ type: 'active' })
        .map(({ queryKey }) => queryKey),
    ).not.toContainEqual(['webhooks', 1, 'deliveries']);
  });

  test('[WH-11] one shows request, response and body escaped; arrow keys move to its neighbours', async () => {
    const { detail } = serveDeliveries();
    const app = await openWebhooks();
    const drawer = await openDrawer(app, 'Build', 'Deliveries');
    await app.user.click(
      await drawer.findByRole('button', { name: /^Delivered ?Screenshot failed/ }),
    );
    await drawer.findByText(arrived.id);
    expect(drawer.getByText('Your endpoint answered 200 in 120 ms')).toBeTruthy();
    expect(drawer.getByLabelText('Request headers').textContent).toBe(
      `webhook-id: ${arrived.id}\nwebhook-signature: v1,abc=`,
    );
    expect(drawer.getByLabelText('Response headers').textContent).toBe('content-type: text/plain');
    expect(drawer.getByLabelText('Response body').textContent).toBe('<b>no</b>');
    expect(drawer.getByLabelText('Body', { selector: 'pre' }).textContent).toContain(
      '"type": "screenshot.completed"',
    );
    await app.user.keyboard('{ArrowLeft}');
    await drawer.findByText(pending.id);
    await app.user.keyboard('{ArrowLeft}');
    await app.user.keyboard('{ArrowRight}{ArrowRight}');
    await drawer.findByText(failed.id);
    expect(detail.received.every(({ url }) => url.pathname.includes('/1/deliveries/'))).toBe(true);
    await app.user.click(drawer.getByRole('button', { name: 'All deliveries' }));
    expect((await drawer.findAllByRole('listitem'))[2]?.querySelector('button')).toBe(
      document.activeElement,
    );
  });

  test('[WH-11] a delivery can be resent, even while it waits for its next attempt', async () => {
    serveDeliveries();
    const resend = mockEndpoint('resendWebhookDelivery', { delivery: pending });
    fakeServer.use(resend.handler);
    const app = await openWebhooks();
    const drawer = await openDrawer(app, 'Build', 'Deliveries');
    await app.user.click(await drawer.findByRole('button', { name: /^Failed ?Screenshot/ }));
    await app.user.click(await drawer.findByRole('button', { name: 'Resend' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Resending delivery']));
    expect(resend.received[0]?.url.pathname).toBe(
      `/api/v1/webhooks/1/deliveries/${failed.id}/resend`,
    );
    await app.user.keyboard('{ArrowLeft}{ArrowLeft}');
    await drawer.findByText(pending.id);
    await app.user.click(drawer.getByRole('button', { name: 'Resend' }));
    await waitFor(() => expect(resend.received).toHaveLength(2));
    expect(resend.received[1]?.url.pathname).toBe(
      `/api/v1/webhooks/1/deliveries/${pending.id}/resend`,
    );
  });

  test('[WH-11] all deliveries failed since a time are resent, and the remainder is reported', async () => {
    serveDeliveries();
    const resend = mockEndpoint('resendFailedDeliveries', { resent: 1_000, remaining: 12 });
    fakeServer.use(resend.handler);
    const app = await openWebhooks();
    const drawer = await openDrawer(app, 'Build', 'Deliveries');
    await app.user.click(await drawer.findByRole('combobox', { name: 'Failed since' }));
    await app.user.click(await screen.findByRole('option', { name: 'In the last 7 days' }));
    await app.user.click(drawer.getByRole('button', { name: 'Resend Failed', hidden: true }));
    await waitFor(() =>
      expect(toastTexts()).toEqual([
        'Resending 1,000 deliveries / 12 more left. Resend again to include them.',
      ]),
    );
    const { since } = resend.received.map(({ body }) => body as { since: string })[0] ?? {
      since: '',
    };
    expect(Math.abs(Date.now() - 7 * 86_400_000 - Date.parse(since))).toBeLessThan(60_000);
  });

  test('[CP-11] an empty list explains what will appear, and a failed load can be retried', async () => {
    const responses = [
      failure(503, 'Busy.'),
      { deliveries: [], summary: { pending: 0, succeeded: 0, failed: 0 } },
    ];
    fakeServer.use(
      mockEndpoint('listWebhookDeliveries', () => responses.shift() ?? failure(503, '')).handler,
    );
    const app = await openWebhooks();
    const drawer = await openDrawer(app, 'Build', 'Deliveries');
    await drawer.findByText('Failed to load deliveries');
    await app.user.click(drawer.getByRole('button', { name: 'Retry' }));
    expect(await drawer.findByText('No deliveries yet')).toBeTruthy();
  });
});

describe('the signing secret', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

  test('[WH-11] is masked by dots, can be revealed, and is copied without being revealed', async () => {
    const call = mockEndpoint('getWebhookSecret', { secret, previousSecretValidUntil: null });
    fakeServer.use(call.handler);
    const app = await openWebhooks();
    expect(call.received).toEqual([]);
    const drawer = await openDrawer(app, 'Build', 'Signing');
    const copy = await drawer.findByRole('button', { name: 'Copy signing secret' });
    expect(drawer.queryByText(secret)).toBeNull();
    await app.user.click(copy);
    expect(await navigator.clipboard.readText()).toBe(secret);
    await app.user.click(drawer.getByRole('button', { name: 'Reveal signing secret' }));
    expect(drawer.getByText(secret)).toBeTruthy();
  });

  test('[WH-11] is rotated with an overlap, whose end is shown', async () => {
    const next = { secret: 'whsec_new', previousSecretValidUntil: '2026-12-01T10:00:00.000Z' };
    const rotate = mockEndpoint('rotateWebhookSecret', next);
    fakeServer.use(
      mockEndpoint('getWebhookSecret', { secret, previousSecretValidUntil: null }).handler,
      rotate.handler,
    );
    const app = await openWebhooks();
    const drawer = await openDrawer(app, 'Build', 'Signing');
    await app.user.click(await drawer.findByRole('button', { name: 'Rotate Secret' }));
    const question = within(await screen.findByRole('alertdialog'));
    await app.user.click(question.getByRole('combobox', { name: 'Keep the old secret for' }));
    await app.user.click(await screen.findByRole('option', { name: '7 days' }));
    await app.user.click(question.getByRole('button', { name: 'Rotate Secret', hidden: true }));
    await drawer.findByText(/^The previous secret also signs until Dec 01, 2026/);
    expect(rotate.received.map(({ body }) => body)).toEqual([{ overlapHours: 168 }]);
    expect(toastTexts()).toEqual(['Signing secret rotated']);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await app.user.click(drawer.getByRole('button', { name: 'Reveal signing secret' }));
    expect(drawer.getByText('whsec_new')).toBeTruthy();
  });

  test('[WH-11] verification code is offered in six languages', async () => {
    fakeServer.use(
      mockEndpoint('getWebhookSecret', { secret, previousSecretValidUntil: null }).handler,
    );
    const app = await openWebhooks();
    const drawer = await openDrawer(app, 'Build', 'Signing');
    await app.user.click(await drawer.findByRole('combobox', { name: 'Language' }));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Node',
      'Python',
      'Go',
      'PHP',
      'Ruby',
      'Java',
    ]);
    await app.user.click(screen.getByRole('option', { name: 'Go' }));
    expect(drawer.getByLabelText('Go', { selector: 'pre' }).textContent).toContain('func Verify(');
  });
});

describe('editing a webhook', () => {
  test('[WH-11] sends name, URL, projects and types, and updates the row', async () => {
    const hooks = [build];
    const update = mockEndpoint('updateWebhook', () => {
      hooks[0] = { ...build, name: 'Nightly' };
      return { webhook: hooks[0] };
    });
    fakeServer.use(update.handler);
    const app = await openWebhooks(hooks);
    const drawer = await openDrawer(app, 'Build', 'Edit');
    const save = drawer.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    await app.user.clear(drawer.getByLabelText('Name'));
    await app.user.type(drawer.getByLabelText('Name'), ' Nightly ');
    await app.user.click(drawer.getByRole('button', { name: 'Remove Project 2' }));
    await app.user.click(drawer.getByRole('combobox', { name: /Events/ }));
    await app.user.click(await screen.findByRole('option', { name: 'Screenshot failed' }));
    await app.user.keyboard('{Escape}');
    await app.user.click(save);
    await waitFor(() => expect(toastTexts()).toEqual(['Webhook updated successfully']));
    expect(update.received.map(({ body }) => body)).toEqual([
      {
        name: 'Nightly',
        webhookUrl: build.webhookUrl,
        eventIds: 'screenshot.failed',
        projectIds: '3',
      },
    ]);
    await screen.findByRole('dialog', { name: 'Nightly' });
  });

  test('[CP-7] input survives a change of tabs, and discarding it requires confirmation', async () => {
    serveDeliveries();
    const app = await openWebhooks();
    const drawer = await openDrawer(app, 'Build', 'Edit');
    await app.user.type(drawer.getByLabelText('Name'), ' 2');
    await app.user.click(drawer.getByRole('tab', { name: 'Deliveries' }));
    await app.user.click(drawer.getByRole('tab', { name: 'Edit' }));
    expect(drawer.getByLabelText<HTMLInputElement>('Name').value).toBe('Build 2');
    await app.user.keyboard('{Escape}');
    await app.user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
