import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { aKey, ci } from './api-keys.page.tsx';
import { renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, aScreenshot, failure, fakeServer } from './fake-api.ts';

describe('the panel after creation', () => {
  const docs = aKey(9, { name: 'Docs' });

  async function createDocs() {
    let keys = [ci];
    fakeServer.use(
      mockEndpoint('listApiKeys', () => ({ apiKeys: keys })).handler,
      mockEndpoint('createApiKey', () => {
        keys = [docs, ci];
        return { apiKey: docs };
      }).handler,
    );
    const app = renderApp('/dashboard/api-keys', { user: ada });
    await app.user.click(await screen.findByRole('button', { name: 'Create New Key' }));
    await app.user.type(await screen.findByLabelText('Name'), 'Docs{Enter}');
    const panel = within(await screen.findByRole('dialog', { name: 'Your key: Docs' }));
    return { app, panel, use: (at: string) => (keys = [{ ...docs, lastUsedAt: at }, ci]) };
  }

  test('[AK-5] the list behind it refreshes, and a toast confirms the creation', async () => {
    await createDocs();
    expect(toastTexts()).toEqual(['API key created successfully']);
    await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(2));
  });

  test('[AK-9] shows the key with its command and waits until the first request has its screenshot', async () => {
    const shot = aScreenshot(1, { duration: 1.25, creditsCharged: 1, status: 'COMPLETE' });
    fakeServer.use(
      mockEndpoint('listScreenshots', () => ({
        screenshots: [{ ...shot, createdAt: new Date().toISOString() }],
        meta: { page: 1, limit: 5, total: 1, isTotalExact: true },
      })).handler,
    );
    const { app, panel, use } = await createDocs();
    expect(panel.getByLabelText('API key').textContent).toBe(docs.key);
    expect(panel.getByText('Waiting for the first request…')).toBeTruthy();
    await app.user.click(panel.getByRole('button', { name: 'Copy command' }));
    expect(await navigator.clipboard.readText()).toContain(`'x-api-key: ${docs.key}'`);
    use(new Date().toISOString());
    await panel.findByText('The first screenshot is ready.');
    expect(panel.getByText('1.25s · 1 credit')).toBeTruthy();
    expect(panel.getByRole('img', { name: `Screenshot of ${String(shot.url)}` })).toBeTruthy();
    await app.user.click(panel.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('[AK-9] closing before copying requires confirmation once; copying first does not', async () => {
    const { app, panel } = await createDocs();
    await app.user.click(panel.getByRole('button', { name: 'Done' }));
    const question = await screen.findByRole('alertdialog', {
      name: 'Close without copying the key?',
    });
    await app.user.click(within(question).getByRole('button', { name: 'Keep open' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await app.user.click(panel.getByRole('button', { name: 'Copy key' }));
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('[AK-9] the key can be saved as an .env file', async () => {
    const saved: Blob[] = [];
    const names: string[] = [];
    URL.createObjectURL = vi.fn<typeof URL.createObjectURL>((blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return 'blob:1';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const { app, panel } = await createDocs();
    await app.user.click(panel.getByRole('button', { name: 'Download .env' }));
    expect(names).toEqual(['.env']);
    expect(await saved[0]?.text()).toBe(`SHOTWRIGHT_API_KEY=${docs.key}\n`);
  });

  test('the request can be sent from the panel, with the key itself', async () => {
    const sent: { key: string | null; body: unknown }[] = [];
    fakeServer.use(
      http.post('*/api/v1/screenshots', async ({ request }) => {
        sent.push({
          key: request.headers.get('x-api-key'),
          body: await request.json(),
        });
        return HttpResponse.json({}, { status: 202 });
      }),
    );
    const { app, panel } = await createDocs();
    await app.user.click(panel.getByRole('button', { name: 'Run it for me' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      key: docs.key,
      body: { url: 'https://example.com' },
    });
  });

  test('the request can be sent again after a failed capture, whose place the new one takes', async () => {
    const createdAt = new Date().toISOString();
    const shots = [aScreenshot(1, { status: 'FAILED', error: 'No such host.', createdAt })];
    fakeServer.use(
      http.post('*/api/v1/screenshots', () => {
        shots.unshift(aScreenshot(2, { status: 'COMPLETE', createdAt }));
        return HttpResponse.json({}, { status: 202 });
      }),
      mockEndpoint('listScreenshots', () => ({
        screenshots: [...shots],
        meta: { page: 1, limit: 5, total: shots.length, isTotalExact: true },
      })).handler,
    );
    const { app, panel, use } = await createDocs();
    use(createdAt);
    await panel.findByText('No such host.');
    await app.user.click(panel.getByRole('button', { name: 'Run it for me' }));
    await panel.findByText('The first screenshot is ready.');
    const button = panel.getByRole<HTMLButtonElement>('button', { name: 'Run it for me' });
    expect(button.disabled).toBe(true);
  });

  test('an API key rejected by the server does not end the session', async () => {
    fakeServer.use(
      http.post('*/api/v1/screenshots', () => failure(401, 'This API key is unknown.')),
    );
    const { app, panel } = await createDocs();
    await app.user.click(panel.getByRole('button', { name: 'Run it for me' }));
    await waitFor(() => expect(toastTexts()).toContain('Error / This API key is unknown.'));
    expect(app.path()).toBe('/dashboard/api-keys');
  });
});
