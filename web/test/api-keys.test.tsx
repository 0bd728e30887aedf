import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readLimit } from '../src/features/api-keys/api-keys.rules.ts';
import { aKey, cellsOf, ci, openKeys, rowOf } from './api-keys.page.tsx';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, failure, fakeServer, neverResponds } from './fake-api.ts';

/** The row of a key, whose first cell may have a badge. */
const badgesOf = async (name: string) =>
  within((await screen.findByText(name)).closest<HTMLElement>('tr')!);

describe('the list of keys', () => {
  test('[AK-1] [AK-8] shows each key of data.apiKeys under the eight columns', async () => {
    await openKeys();
    await screen.findByText('CI');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Name',
      'API Key',
      'Project',
      'Monthly Credit Usage',
      'Monthly Credit Limit',
      'Status',
      'Created',
      'Actions',
    ]);
    await waitFor(async () => expect((await cellsOf('CI'))[2]).toBe('Project 2'));
    const first = await cellsOf('CI');
    expect(first[3]).toContain('1,750');
    expect(first.slice(4, 7)).toEqual(['2,000', 'Active', 'Jan 05, 2026']);
    const second = await cellsOf('Spare');
    expect([second[2], ...second.slice(4, 6)]).toEqual(['All Projects', 'Unlimited', 'Inactive']);
  });

  test('[AK-2] a key is masked by 40 dots, can be revealed, and is copied without being revealed', async () => {
    const app = await openKeys();
    const row = await rowOf('CI');
    expect(row.getByText('•'.repeat(40))).toBeTruthy();
    expect(row.queryByText(ci.key)).toBeNull();
    await app.user.click(row.getByRole('button', { name: 'Copy CI' }));
    expect(await navigator.clipboard.readText()).toBe(ci.key);
    expect(toastTexts()).toEqual(['API key copied to clipboard!']);
    await app.user.click(row.getByRole('button', { name: 'Reveal CI' }));
    expect(row.getByText(ci.key, { selector: 'code' })).toBeTruthy();
    await app.user.click(row.getByRole('button', { name: 'Hide CI' }));
    expect(row.queryByText(ci.key, { selector: 'code' })).toBeNull();
  });

  test('[AK-7] [NT-5] a failed load shows its two messages and can be retried', async () => {
    let isDown = true;
    fakeServer.use(
      mockEndpoint('listApiKeys', () => (isDown ? failure(503, 'Busy.') : { apiKeys: [ci] }))
        .handler,
    );
    const app = renderApp('/dashboard/api-keys', { user: ada });
    await screen.findByText('Failed to load API keys');
    expect(screen.getByText('Please try refreshing the page.')).toBeTruthy();
    expect(toastTexts()).toEqual(['Error / Busy.']);
    isDown = false;
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('CI');
  });

  test('[CP-11] the loading state has the shape of the table', async () => {
    fakeServer.use(mockEndpoint('listApiKeys', neverResponds).handler);
    renderApp('/dashboard/api-keys', { user: ada });
    await heading('API Keys');
    expect(screen.getByRole('table', { name: 'API Keys' })).toBeTruthy();
  });

  test('a key near its limit shows a warning, one at its limit the consequence, and both the reset date', async () => {
    await openKeys([
      ci,
      aKey(3, { name: 'Full', monthlyUsage: 10, monthlyLimit: 10 }),
      aKey(4, { name: 'Calm', monthlyUsage: 1, monthlyLimit: 10 }),
    ]);
    expect((await cellsOf('CI'))[3]).toBe('1,75087 % usedResets Dec 01, 2026');
    expect((await cellsOf('Full'))[3]).toBe(
      '10Limit reached: requests are rejected until the reset.Resets Dec 01, 2026',
    );
    expect((await cellsOf('Calm'))[3]).toBe('1Resets Dec 01, 2026');
  });

  test('[AK-6] the hint shows the real host and hides the key it copies', async () => {
    const app = await openKeys();
    await screen.findByText('CI');
    const hint = screen.getByRole('region', { name: 'Use a key' });
    const command = hint.querySelector('pre')?.textContent ?? '';
    expect(command).toContain("curl -X POST 'http://localhost/api/v1/screenshots'");
    expect(command).toContain("'x-api-key: ••••");
    expect(command).not.toContain(ci.key);
    await app.user.click(within(hint).getByRole('button', { name: 'Copy command' }));
    expect(await navigator.clipboard.readText()).toBe(
      [
        `curl -X POST 'http://localhost/api/v1/screenshots' \\`,
        `  -H 'x-api-key: ${ci.key}' \\`,
        `  -H 'content-type: application/json' \\`,
        `  -d '{"url":"https://example.com","response_type":"image"}' \\`,
        `  -o 'shot.png'`,
      ].join('\n'),
    );
  });
});

describe('creating a key', () => {
  test.each([
    ['an empty list offers the first key', [], 'Create First Key'],
    ['a list with keys offers another', [ci], 'Create New Key'],
  ])('[AK-3] %s', async (_, keys, label) => {
    const app = await openKeys(keys);
    await app.user.click(await screen.findByRole('button', { name: label }));
    expect(await screen.findByRole('dialog', { name: 'Create New API Key' })).toBeTruthy();
  });

  test('[AK-4] sends the trimmed name, no limit as null and all projects as null', async () => {
    const create = mockEndpoint('createApiKey', { apiKey: aKey(9, { name: 'Docs' }) });
    fakeServer.use(create.handler);
    const app = await openKeys();
    await app.user.click(await screen.findByRole('button', { name: 'Create New Key' }));
    const dialog = within(await screen.findByRole('dialog'));
    const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create Key' });
    await app.user.type(dialog.getByLabelText('Name'), '   ');
    expect(submit.disabled).toBe(true);
    await app.user.type(dialog.getByLabelText('Name'), 'Docs  ');
    await app.user.click(submit);
    await waitFor(() => expect(create.received).toHaveLength(1));
    expect(create.received[0]?.body).toEqual({ name: 'Docs', monthlyLimit: null, projectId: null });
  });

  test('[AK-4] sends limit and project as numbers, and rejects an invalid limit', async () => {
    const create = mockEndpoint('createApiKey', { apiKey: aKey(9, { name: 'Docs' }) });
    fakeServer.use(create.handler);
    const app = await openKeys();
    await app.user.click(await screen.findByRole('button', { name: 'Create New Key' }));
    const dialog = within(await screen.findByRole('dialog'));
    await app.user.type(dialog.getByLabelText('Name'), 'Docs');
    const limit = dialog.getByLabelText(/Monthly credit limit/);
    await app.user.type(limit, '1.5');
    const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create Key' });
    expect(submit.disabled).toBe(true);
    expect(limit.getAttribute('aria-invalid')).toBe('true');
    await app.user.clear(limit);
    await app.user.type(limit, '250');
    await app.user.click(dialog.getByRole('combobox', { name: /Project/ }));
    await app.user.click(await screen.findByRole('option', { name: 'Project 3' }));
    await app.user.click(submit);
    await waitFor(() => expect(create.received).toHaveLength(1));
    expect(create.received[0]?.body).toEqual({ name: 'Docs', monthlyLimit: 250, projectId: 3 });
  });

  test('[TS-1] a key of test mode is created on request and has a badge in the list', async () => {
    const create = mockEndpoint('createApiKey', { apiKey: aKey(9, { livemode: false }) });
    fakeServer.use(create.handler);
    const app = await openKeys([ci, aKey(3, { name: 'Trial', livemode: false })]);
    expect((await badgesOf('Trial')).getByText('Test')).toBeTruthy();
    expect((await badgesOf('CI')).queryByText('Test')).toBeNull();
    await app.user.click(await screen.findByRole('button', { name: 'Create New Key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create New API Key' }));
    await app.user.type(dialog.getByLabelText('Name'), 'Docs');
    await app.user.click(dialog.getByRole('combobox', { name: /Mode/ }));
    await app.user.click(await screen.findByRole('option', { name: 'Test' }));
    await app.user.click(dialog.getByRole('button', { name: 'Create Key' }));
    await waitFor(() => expect(create.received).toHaveLength(1));
    expect(create.received[0]?.body).toEqual({
      name: 'Docs',
      monthlyLimit: null,
      projectId: null,
      livemode: false,
    });
  });

  test('[AK-5] a failure shows one toast and preserves the input', async () => {
    fakeServer.use(mockEndpoint('createApiKey', () => new Response('', { status: 502 })).handler);
    const app = await openKeys();
    await app.user.click(await screen.findByRole('button', { name: 'Create New Key' }));
    await app.user.type(await screen.findByLabelText('Name'), 'Docs{Enter}');
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Failed to create API key']));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Docs');
  });

  test.each([
    ['', null],
    ['  ', null],
    ['0', null],
    ['12', 12],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['2000000000', undefined],
  ])('[RL-9] the limit "%s" is parsed as %s', (text, limit) => {
    expect(readLimit(text)).toBe(limit);
  });
});
