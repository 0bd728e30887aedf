import { screen, waitFor, within } from '@testing-library/react';
import { webhookEventSchema, type OperationData } from '@shotwright/contract';
import { sampleWebhookBody } from '@shotwright/contract/paths';
import { describe, expect, test } from 'vitest';
import { bodyOf, emptyDraft } from '../src/features/webhooks/webhooks.rules.ts';
import { toastTexts } from './app.tsx';
import { mockEndpoint, failure, fakeServer } from './fake-api.ts';
import { aResponse, aWebhook, openCreate, openWebhooks } from './webhooks.page.tsx';

const url = 'https://hooks.example/new';

function aSampleResult(
  change: Partial<OperationData<'sendWebhookSample'>> = {},
): OperationData<'sendWebhookSample'> {
  return {
    isDelivered: true,
    requestHeaders: {},
    requestBody: '',
    answer: aResponse(),
    sampleSecret: null,
    ...change,
  };
}

describe('creating a webhook', () => {
  test('[WH-3] the dialog has name, URL with a sample, and projects', async () => {
    const app = await openWebhooks();
    const dialog = await openCreate(app);
    await waitFor(() => expect(dialog.getByLabelText('Name')).toBe(document.activeElement));
    expect(dialog.getByLabelText('Webhook URL')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Send Sample' })).toBeTruthy();
    const projects = dialog.getByRole<HTMLInputElement>('combobox', { name: /Projects/ });
    expect(projects.placeholder).toBe('All Projects');
  });

  test.each([
    ['neither', '', ''],
    ['no name', '   ', url],
    ['no URL', 'Build', '   '],
  ])(
    '[WH-4] [AX-6] with %s it shows what is missing and sends nothing',
    async (_, name, typedUrl) => {
      const create = mockEndpoint('createWebhook', { webhook: aWebhook(9), secret: 'whsec_x' });
      fakeServer.use(create.handler);
      const app = await openWebhooks();
      const dialog = await openCreate(app);
      const fields = [dialog.getByLabelText('Name'), dialog.getByLabelText('Webhook URL')] as const;
      if (name) await app.user.type(fields[0], name);
      if (typedUrl) await app.user.type(fields[1], typedUrl);
      await app.user.click(dialog.getByRole('button', { name: 'Create Webhook' }));
      const sentence = within(dialog.getByRole('alert')).getByText(
        'Please fill in all required fields.',
      );
      const wrong = name.trim() === '' ? fields[0] : fields[1];
      expect(document.activeElement).toBe(wrong);
      expect(wrong.getAttribute('aria-invalid')).toBe('true');
      expect(wrong.getAttribute('aria-describedby')).toBe(sentence.closest('p')?.id);
      expect(create.received).toEqual([]);
    },
  );

  test('[WH-4] both values are trimmed, and blank values count as missing', () => {
    const body = bodyOf({ ...emptyDraft, name: ' Build ', webhookUrl: ` ${url}\n` });
    expect(body).toMatchObject({ name: 'Build', webhookUrl: url });
    expect(bodyOf({ ...emptyDraft, name: ' ', webhookUrl: url })).toBeUndefined();
    expect(bodyOf({ ...emptyDraft, name: 'Build', webhookUrl: ' ' })).toBeUndefined();
  });

  test('[WH-5] sends the trimmed values, and no events and no projects for all', async () => {
    const hooks = [aWebhook(1)];
    const create = mockEndpoint('createWebhook', () => {
      hooks.unshift(aWebhook(9, { name: 'Build' }));
      return { webhook: aWebhook(9, { name: 'Build' }), secret: 'whsec_x' };
    });
    fakeServer.use(create.handler);
    const app = await openWebhooks(hooks);
    const dialog = await openCreate(app);
    await app.user.type(dialog.getByLabelText('Name'), '  Build ');
    await app.user.type(dialog.getByLabelText('Webhook URL'), ` ${url} {Enter}`);
    await waitFor(() => expect(toastTexts()).toEqual(['Webhook created successfully']));
    expect(create.received.map(({ body }) => body)).toEqual([
      { name: 'Build', webhookUrl: url, eventIds: '', projectIds: '' },
    ]);
    await screen.findByRole('button', { name: 'Open Build' });
  });

  test('[WH-5] sends the chosen projects joined by commas, and one can be removed', async () => {
    const create = mockEndpoint('createWebhook', { webhook: aWebhook(9), secret: 'whsec_x' });
    fakeServer.use(create.handler);
    const app = await openWebhooks();
    const dialog = await openCreate(app);
    await app.user.type(dialog.getByLabelText('Name'), 'Build');
    await app.user.type(dialog.getByLabelText('Webhook URL'), url);
    const projects = dialog.getByRole('combobox', { name: /Projects/ });
    await app.user.click(projects);
    for (const name of ['Project 2', 'Project 4', 'Project 3'])
      await app.user.click(await screen.findByRole('option', { name }));
    await app.user.keyboard('{Escape}');
    await app.user.click(dialog.getByRole('button', { name: 'Remove Project 4', hidden: true }));
    await app.user.click(dialog.getByRole('button', { name: 'Create Webhook', hidden: true }));
    await waitFor(() => expect(create.received).toHaveLength(1));
    expect(create.received[0]?.body).toMatchObject({ projectIds: '2,3' });
  });

  test('[WH-5] a failure shows one toast and preserves the input', async () => {
    fakeServer.use(mockEndpoint('createWebhook', () => new Response('', { status: 502 })).handler);
    const app = await openWebhooks();
    const dialog = await openCreate(app);
    await app.user.type(dialog.getByLabelText('Name'), 'Build');
    await app.user.type(dialog.getByLabelText('Webhook URL'), `${url}{Enter}`);
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Failed to create webhook']));
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Build');
  });

  test('[CP-7] Escape requires confirmation before discarding the input, and the form then reopens empty', async () => {
    const app = await openWebhooks();
    const dialog = await openCreate(app);
    await app.user.type(dialog.getByLabelText('Name'), 'Build{Escape}');
    await app.user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await openCreate(app);
    expect(again.getByLabelText<HTMLInputElement>('Name').value).toBe('');
  });
});

describe('the sample', () => {
  test('[WH-4] without a URL it shows what is missing and sends nothing', async () => {
    const sample = mockEndpoint('sendWebhookSample', aSampleResult());
    fakeServer.use(sample.handler);
    const app = await openWebhooks();
    const dialog = await openCreate(app);
    await app.user.type(dialog.getByLabelText('Webhook URL'), '  ');
    await app.user.click(dialog.getByRole('button', { name: 'Send Sample' }));
    expect(dialog.getByText('Please enter a webhook URL first.')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Webhook URL'));
    expect(sample.received).toEqual([]);
  });

  test('[WH-6] [WH-12] sends the trimmed URL alone and shows the response', async () => {
    const sample = mockEndpoint('sendWebhookSample', aSampleResult());
    fakeServer.use(sample.handler);
    const app = await openWebhooks();
    const dialog = await openCreate(app);
    await app.user.type(dialog.getByLabelText('Webhook URL'), ` ${url} `);
    await app.user.click(dialog.getByRole('button', { name: 'Send Sample' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Sample webhook sent successfully']));
    expect(sample.received.map(({ body }) => body)).toEqual([{ webhookUrl: url }]);
    expect(dialog.getByText('Your endpoint answered 200 in 120 ms')).toBeTruthy();
    expect(dialog.getByLabelText('Response body').textContent).toBe('ok');
  });

  test('[WH-12] reports that the endpoint failed, and shows its response escaped', async () => {
    const page = '<b>no</b><img src=x onerror=alert(1)>';
    fakeServer.use(
      mockEndpoint(
        'sendWebhookSample',
        aSampleResult({
          isDelivered: false,
          answer: aResponse({ statusCode: 500, body: page, isBodyCut: true }),
          sampleSecret: 'whsec_sample',
        }),
      ).handler,
    );
    const app = await openWebhooks();
    const dialog = await openCreate(app);
    await app.user.type(dialog.getByLabelText('Webhook URL'), url);
    await app.user.click(dialog.getByRole('button', { name: 'Send Sample' }));
    await dialog.findByText('Your endpoint answered 500 in 120 ms');
    expect(toastTexts()).toEqual(['Error / Your endpoint answered 500 in 120 ms']);
    expect(dialog.getByLabelText('Response body').textContent).toBe(page);
    expect(dialog.getByText('Only the first 2 KB are stored.')).toBeTruthy();
    expect(dialog.getByText('whsec_sample')).toBeTruthy();
  });

  test('[WH-12] shows the exact body of each type before it is sent', async () => {
    const sample = mockEndpoint('sendWebhookSample', aSampleResult());
    fakeServer.use(sample.handler);
    const app = await openWebhooks();
    const dialog = await openCreate(app);
    const shown = () => dialog.getByLabelText('Request body', { selector: 'pre' });
    expect(shown().textContent).toBe(sampleWebhookBody('webhook.test'));
    await app.user.click(dialog.getByRole('combobox', { name: 'Sample' }));
    await app.user.click(await screen.findByRole('option', { name: 'Screenshot failed' }));
    expect(shown().textContent).toBe(sampleWebhookBody('screenshot.failed'));
    expect(webhookEventSchema.safeParse(JSON.parse(shown().textContent)).success).toBe(true);
    await app.user.type(dialog.getByLabelText('Webhook URL'), url);
    await app.user.click(dialog.getByRole('button', { name: 'Send Sample' }));
    await waitFor(() => expect(sample.received).toHaveLength(1));
    expect(sample.received[0]?.body).toEqual({ webhookUrl: url, type: 'screenshot.failed' });
  });

  test('[WH-6] a failure shows the server’s message, else the default one', async () => {
    const failures = [
      failure(429, 'Too many samples.', { headers: { 'retry-after': '7' } }),
      new Response('', { status: 502 }),
    ];
    fakeServer.use(
      mockEndpoint('sendWebhookSample', () => failures.shift() ?? aSampleResult()).handler,
    );
    const app = await openWebhooks();
    const dialog = await openCreate(app);
    await app.user.type(dialog.getByLabelText('Webhook URL'), url);
    const send = dialog.getByRole('button', { name: 'Send Sample' });
    await app.user.click(send);
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Error / Too many samples. Try again in 7 seconds.']),
    );
    await app.user.click(send);
    await waitFor(() => expect(toastTexts()[1]).toBe('Error / Failed to send sample webhook'));
  });
});
