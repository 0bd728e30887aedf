import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { webhookList } from '../src/features/webhooks/webhooks.rules.ts';
import { cacheTimes } from '../src/lib/api/query-client.ts';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, failure, fakeServer, neverResponds } from './fake-api.ts';
import { aWebhook, build, openWebhooks, rowOf, spare } from './webhooks.page.tsx';

describe('the list of webhooks', () => {
  test('[WH-1] shows name, URL truncated to 40 characters, projects, status and date', async () => {
    await openWebhooks();
    const row = await rowOf('Build');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Name',
      'URL',
      'Projects',
      'Status',
      'Created',
      'Actions',
    ]);
    expect(row.getByText('https://hooks.example/services/screensho...')).toBeTruthy();
    expect(row.getByText('Project 2, Project 3')).toBeTruthy();
    expect(row.getByText('Active')).toBeTruthy();
    expect(row.getByRole('switch').getAttribute('aria-checked')).toBe('true');
    expect(row.getByText('Jan 05, 2026')).toBeTruthy();
    const second = await rowOf('Spare');
    expect(second.getByText('https://hooks.example/2')).toBeTruthy();
    expect(second.getByText('All Projects')).toBeTruthy();
    expect(second.getByText('Inactive')).toBeTruthy();
    expect(second.getByRole('switch').getAttribute('aria-checked')).toBe('false');
  });

  test('[WH-1] a tooltip shows the full URL, and a button copies it', async () => {
    const app = await openWebhooks();
    const row = await rowOf('Build');
    await app.user.hover(row.getByText(/screensho\.\.\.$/));
    expect(await screen.findByText(build.webhookUrl)).toBeTruthy();
    await app.user.click(row.getByRole('button', { name: 'Copy the URL of Build' }));
    expect(await navigator.clipboard.readText()).toBe(build.webhookUrl);
    expect(toastTexts()).toEqual(['URL copied to clipboard']);
  });

  test('[WH-1] a failed copy shows an error', async () => {
    const app = await openWebhooks();
    const row = await rowOf('Build');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await app.user.click(row.getByRole('button', { name: 'Copy the URL of Build' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Failed to copy URL']));
  });

  test('a webhook whose projects are deleted is not shown as for all projects', async () => {
    await openWebhooks([
      aWebhook(3, {
        isForAllProjects: false,
        isActive: false,
        inactiveReason: 'no_projects',
      }),
    ]);
    const row = await rowOf('Hook 3');
    expect(row.queryByText('All Projects')).toBeNull();
    expect(row.getByText('Its projects were deleted')).toBeTruthy();
  });

  test('[WH-7] [RL-4] accepts an array or an object with webhooks, fresh for two minutes', () => {
    expect(webhookList([build])).toEqual([build]);
    expect(webhookList({ webhooks: [build] })).toEqual([build]);
    expect(cacheTimes.webhooks).toEqual({ staleTime: 120_000, gcTime: 300_000 });
  });

  test('[WH-8] [NT-5] a failed load shows its two messages and can be retried', async () => {
    let isDown = true;
    fakeServer.use(
      mockEndpoint('listWebhooks', () => (isDown ? failure(503, 'Busy.') : [build])).handler,
    );
    const app = renderApp('/dashboard/webhooks', { user: ada });
    await screen.findByText('Failed to load webhooks');
    expect(screen.getByText('Please try refreshing the page.')).toBeTruthy();
    expect(toastTexts()).toEqual(['Error / Busy.']);
    isDown = false;
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    await rowOf('Build');
  });

  test('[CP-11] the loading state has the shape of the table', async () => {
    fakeServer.use(mockEndpoint('listWebhooks', neverResponds).handler);
    renderApp('/dashboard/webhooks', { user: ada });
    await heading('Webhooks');
    expect(screen.getByRole('table', { name: 'Webhooks' })).toBeTruthy();
  });

  test('[AX-2] no button that an empty list would remove has the focus while the list loads', async () => {
    fakeServer.use(mockEndpoint('listWebhooks', neverResponds).handler);
    renderApp('/dashboard/webhooks', { user: ada });
    await heading('Webhooks');
    expect(screen.queryByRole('button', { name: 'Create Webhook' })).toBeNull();
  });

  test('[WH-13] an empty list explains webhooks, shows the body and the command, and offers to create one', async () => {
    const app = await openWebhooks([]);
    await screen.findByText('No webhooks yet');
    const body = screen.getByRole('region', { name: 'Example event' });
    expect(body.textContent).toContain('"type": "screenshot.completed"');
    const listen = screen.getByRole('region', { name: 'Try it on your machine' });
    await app.user.click(within(listen).getByRole('button', { name: 'Copy command' }));
    expect(await navigator.clipboard.readText()).toBe(
      [
        'SHOTWRIGHT_API_KEY=YOUR_API_KEY',
        '  shotwright webhooks listen',
        '    --server http://localhost',
        '    --forward-to http://localhost:4000/hook',
      ].join(' \\\n'),
    );
    await app.user.click(screen.getByRole('button', { name: 'Create Webhook' }));
    await screen.findByRole('dialog', { name: 'Create Webhook' });
  });
});

describe('the switch', () => {
  test.each([
    ['Build', false],
    ['Spare', true],
  ])('[WH-2] of %s sends the inverse of its state and shows a toast', async (name, status) => {
    const hook = name === 'Build' ? build : spare;
    const change = mockEndpoint('setWebhookStatus', { webhook: { ...hook, isActive: status } });
    fakeServer.use(change.handler);
    const app = await openWebhooks();
    await app.user.click((await rowOf(name)).getByRole('switch'));
    await waitFor(() => expect(toastTexts()).toEqual(['Webhook status updated successfully']));
    expect(change.received.map(({ body }) => body)).toEqual([{ webhookId: hook.id, status }]);
  });

  test('[WH-2] a double click sends once', async () => {
    const barrier = Promise.withResolvers<void>();
    const change = mockEndpoint('setWebhookStatus', async () => {
      await barrier.promise;
      return { webhook: { ...build, isActive: false } };
    });
    fakeServer.use(change.handler);
    const app = await openWebhooks();
    const toggle = (await rowOf('Build')).getByRole('switch');
    // Two clicks in one task, before the next render, and two more while the call runs.
    act(() => {
      toggle.click();
      toggle.click();
    });
    await app.user.dblClick(toggle);
    barrier.resolve();
    await waitFor(() => expect(toastTexts()).toEqual(['Webhook status updated successfully']));
    expect(change.received).toHaveLength(1);
  });

  test('[QC-5] shows the new state at once and reverts if the server rejects it', async () => {
    const barrier = Promise.withResolvers<Response>();
    const change = mockEndpoint('setWebhookStatus', () => barrier.promise);
    fakeServer.use(change.handler);
    const app = await openWebhooks();
    const row = await rowOf('Build');
    await app.user.click(row.getByRole('switch'));
    await row.findByText('Inactive');
    await waitFor(() => expect(change.received).toHaveLength(1));
    // The refetch must not be what restores the old state.
    fakeServer.use(mockEndpoint('listWebhooks', neverResponds).handler);
    barrier.resolve(new Response('', { status: 502 }));
    await row.findByText('Active');
    expect(toastTexts()).toEqual(['Error / Failed to update webhook status']);
  });

  test('[QC-4] after a switch the list is reloaded, and the toast can undo it', async () => {
    const hooks = [build];
    const change = mockEndpoint('setWebhookStatus', ({ body }) => {
      hooks[0] = { ...build, isActive: (body as { status: boolean }).status };
      return { webhook: hooks[0] };
    });
    fakeServer.use(change.handler);
    const app = await openWebhooks(hooks);
    const row = await rowOf('Build');
    await app.user.click(row.getByRole('switch'));
    await waitFor(() => expect(app.list.received).toHaveLength(2));
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(change.received.map(({ body }) => body)).toEqual([
        { webhookId: 1, status: false },
        { webhookId: 1, status: true },
      ]),
    );
    await row.findByText('Active');
  });
});

describe('deleting a webhook', () => {
  test('[WH-7] [QC-4] requires confirmation, deletes, shows a toast and reloads the list', async () => {
    const hooks = [build, spare];
    const remove = mockEndpoint('deleteWebhook', () => {
      hooks.shift();
      return {};
    });
    fakeServer.use(remove.handler);
    const app = await openWebhooks(hooks);
    await app.user.click(await screen.findByRole('button', { name: 'Delete Build' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete webhook' }));
    expect(
      question.getByText('Are you sure you want to delete "Build"? This action cannot be undone.'),
    ).toBeTruthy();
    await app.user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Webhook deleted successfully']));
    expect(remove.received[0]?.url.pathname).toBe('/api/v1/webhooks/1');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Open Build' })).toBeNull());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  test('[WH-7] a failure shows one toast and the row remains', async () => {
    fakeServer.use(mockEndpoint('deleteWebhook', () => new Response('', { status: 502 })).handler);
    const app = await openWebhooks();
    await app.user.click(await screen.findByRole('button', { name: 'Delete Build' }));
    await app.user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Failed to delete webhook']));
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await rowOf('Build');
  });
});
