import type { SavedSetting } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, failure, fakeServer, neverResponds } from './fake-api.ts';

function aSetting(id: number, change: Partial<SavedSetting> = {}): SavedSetting {
  return {
    id,
    name: `Setting ${String(id)}`,
    description: null,
    projectId: null,
    project: null,
    options: { url: `https://site-${String(id)}.example/`, full_page: 'true' },
    createdAt: `2026-01-${String(10 + id)}T10:00:00.000Z`,
    ...change,
  };
}

const shop = aSetting(1, {
  name: 'Shop on phones',
  description: 'The cart, every night',
  projectId: 7,
  project: { name: 'Shop' },
  options: { url: 'https://shop.example/cart', emulate_device: 'iPhone 15', width: '', delay: '2' },
});
const card = aSetting(2, { name: 'Card', options: { mode: 'html', html: "<p>It's</p>" } });

async function openSettings(settings: SavedSetting[] = [shop, card]) {
  const list = mockEndpoint('listSavedSettings', () => ({ settings }));
  fakeServer.use(list.handler);
  const app = renderApp('/dashboard/saved-settings', { user: ada });
  await heading('Saved Settings');
  return { ...app, list };
}

const rows = () => screen.getAllByRole('row').slice(1);
const cells = (row: HTMLElement | undefined) =>
  within(row!)
    .getAllByRole('cell')
    .map((cell) => cell.lastChild?.textContent);

describe('the list of saved settings', () => {
  test('[SS-1] shows each setting under the seven columns, with placeholders for missing values', async () => {
    await openSettings();
    await screen.findByText('Shop on phones');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Name',
      'Description',
      'URL',
      'Project',
      'Device',
      'Created',
      'Actions',
    ]);
    expect(cells(rows()[0]).slice(0, 6)).toEqual([
      'CardID 2',
      'No description',
      'HTML',
      'None',
      'Custom',
      'Jan 12, 2026',
    ]);
    expect(cells(rows()[1]).slice(0, 6)).toEqual([
      'Shop on phonesID 1',
      'The cart, every night',
      'https://shop.example/cart',
      'Shop',
      'iPhone 15',
      'Jan 11, 2026',
    ]);
  });

  test.each(['View', 'Edit', 'Capture'])(
    '[SS-2] [SS-3] %s passes the setting with its action to the playground',
    async (action) => {
      // The playground removes it immediately, so the write is observed instead.
      const setItem = vi.spyOn(Storage.prototype, 'setItem');
      const app = await openSettings();
      await app.user.click(await screen.findByRole('button', { name: `${action} Shop on phones` }));
      await heading('Playground');
      expect(app.path()).toBe('/dashboard/playground');
      const loaded = setItem.mock.calls.find(([key]) => key === storageKeys.loadedSettings);
      expect(JSON.parse(loaded?.[1] ?? '')).toEqual({
        action: action.toLowerCase(),
        setting: shop,
      });
    },
  );

  test('[SS-4] an empty list explains what will appear and leads to the playground', async () => {
    const app = await openSettings([]);
    await app.user.click(await screen.findByRole('link', { name: 'Go to Playground' }));
    await heading('Playground');
    expect(app.path()).toBe('/dashboard/playground');
  });

  test('[SS-6] [NT-5] a failed load is shown on the page and in one toast, and can be retried', async () => {
    let isDown = true;
    const load = () =>
      isDown ? failure(500, 'The database is on holiday.') : { settings: [shop] };
    fakeServer.use(mockEndpoint('listSavedSettings', load).handler);
    const app = renderApp('/dashboard/saved-settings', { user: ada });
    await screen.findByText('Failed to load saved settings. Please try again later.');
    expect(toastTexts()).toEqual(['Error / Failed to load saved settings.']);
    expect(screen.getAllByText('req_1').length).toBeGreaterThan(0);
    isDown = false;
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Shop on phones');
  });

  test('[CP-11] the loading state has the shape of the table', async () => {
    fakeServer.use(mockEndpoint('listSavedSettings', neverResponds).handler);
    renderApp('/dashboard/saved-settings', { user: ada });
    await heading('Saved Settings');
    expect(screen.getByRole('table', { name: 'Saved Settings' })).toBeTruthy();
    expect(rows()).toHaveLength(4);
  });
});

describe('deleting a setting', () => {
  test('[SS-7] [CP-5] requires confirmation, deletes, shows a toast and reloads the list', async () => {
    let settings = [shop, card];
    const list = mockEndpoint('listSavedSettings', () => ({ settings: settings }));
    const remove = mockEndpoint('deleteSavedSetting', () => {
      settings = [card];
      return {};
    });
    fakeServer.use(list.handler, remove.handler);
    const app = renderApp('/dashboard/saved-settings', { user: ada });
    await app.user.click(await screen.findByRole('button', { name: 'Delete Shop on phones' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete setting' });
    expect(dialog.textContent).toContain(
      'Are you sure you want to delete "Shop on phones"? This action cannot be undone.',
    );
    await app.user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Shop on phones')).toBeNull());
    expect(remove.received[0]?.url.pathname).toBe('/api/v1/screenshot-settings/1');
    expect(toastTexts()).toEqual(['Settings deleted successfully.']);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Saved Settings'));
  });

  test('[SS-7] a failure without a server message leaves the row and shows its fallback message', async () => {
    fakeServer.use(
      mockEndpoint('deleteSavedSetting', () => new Response('', { status: 502 })).handler,
    );
    const app = await openSettings();
    await app.user.click(await screen.findByRole('button', { name: 'Delete Card' }));
    await app.user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Failed to delete settings']));
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Card' })),
    );
  });
});

async function chooseMore(app: { user: { click: (e: Element) => Promise<void> } }, item: string) {
  await app.user.click(await screen.findByRole('button', { name: 'More for Shop on phones' }));
  await app.user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('the name of a setting', () => {
  test('[SS-5] Save is disabled while the name is blank, and closes the dialog', async () => {
    fakeServer.use(mockEndpoint('updateSavedSetting', neverResponds).handler);
    const app = await openSettings();
    await chooseMore(app, 'Rename');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await app.user.clear(name);
    await app.user.type(name, '   ');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    await app.user.type(name, 'Cart ');
    await app.user.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(cells(rows()[1])[0]).toBe('CartID 1');
  });

  test('[RL-7] a new name is saved with all other fields of the setting', async () => {
    const update = mockEndpoint('updateSavedSetting', {
      setting: { ...shop, name: 'Cart' },
      name: 'Cart',
      description: shop.description,
    });
    fakeServer.use(update.handler);
    const app = await openSettings();
    await chooseMore(app, 'Rename');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await app.user.clear(name);
    await app.user.type(name, 'Cart{Enter}');
    await waitFor(() => expect(toastTexts()).toEqual(['Settings updated successfully.']));
    expect(update.received[0]?.body).toEqual({
      name: 'Cart',
      description: 'The cart, every night',
      projectId: 7,
      options: shop.options,
    });
  });

  test('[RL-7] [QC-5] if the server rejects it, the old name returns with one toast', async () => {
    fakeServer.use(
      mockEndpoint('updateSavedSetting', () => failure(409, 'Somebody else renamed it.')).handler,
    );
    const app = await openSettings();
    await chooseMore(app, 'Rename');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await app.user.clear(name);
    await app.user.type(name, 'Cart{Enter}');
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Somebody else renamed it.']));
    expect(cells(rows()[1])[0]).toBe('Shop on phonesID 1');
  });
});

describe('managing many settings', () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    aSetting(index + 1, {
      projectId: (index % 2) + 1,
      project: { name: index % 2 === 0 ? 'Even' : 'Odd' },
    }),
  );

  test('search matches all words in any case, and without a match clearing the filters is offered', async () => {
    const app = await openSettings(many);
    await screen.findByText('Setting 12');
    expect(screen.getByText('12 settings')).toBeTruthy();
    await app.user.keyboard('/');
    await app.user.keyboard('SITE-11 even');
    await waitFor(() => expect(rows().map((row) => cells(row)[0])).toEqual(['Setting 11ID 11']));
    await app.user.keyboard(' nothing');
    await app.user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(rows()).toHaveLength(12));
  });

  test('project and sort order determine the first rows', async () => {
    const app = await openSettings(many);
    await screen.findByText('Setting 12');
    await app.user.click(screen.getByRole('combobox', { name: 'Project' }));
    await app.user.click(await screen.findByRole('option', { name: 'Odd' }));
    await waitFor(() => expect(rows()).toHaveLength(6));
    await app.user.click(screen.getByRole('combobox', { name: 'Sort by' }));
    await app.user.click(await screen.findByRole('option', { name: 'Oldest first' }));
    await waitFor(() => expect(cells(rows()[0])[0]).toBe('Setting 2ID 2'));
  });

  test('a setting can be duplicated', async () => {
    const create = mockEndpoint('createSavedSetting', {
      setting: { ...shop, id: 9 },
      name: shop.name,
      description: null,
    });
    fakeServer.use(create.handler);
    const app = await openSettings();
    await chooseMore(app, 'Duplicate');
    await waitFor(() => expect(toastTexts()).toEqual(['Settings saved successfully.']));
    expect(create.received[0]?.body).toEqual({
      name: 'Shop on phones copy',
      description: 'The cart, every night',
      projectId: 7,
      options: shop.options,
    });
  });

  test('a setting can be copied as a command without empty options and without a secret', async () => {
    const app = await openSettings();
    await chooseMore(app, 'Copy as cURL');
    await waitFor(() => expect(toastTexts()[0]).toMatch(/^cURL command copied/));
    expect(await navigator.clipboard.readText()).toBe(
      [
        String.raw`curl -X POST 'http://localhost/api/v1/screenshots' \ `.trimEnd(),
        String.raw`  -H "x-api-key: $SHOTWRIGHT_API_KEY" \ `.trimEnd(),
        String.raw`  -H 'content-type: application/json' \ `.trimEnd(),
        `  -d '{"url":"https://shop.example/cart","emulate_device":"iPhone 15","delay":"2"}'`,
      ].join('\n'),
    );
  });
});
