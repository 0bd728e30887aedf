import type { ImportedSetting, SavedSetting } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, failure, fakeServer, mockEndpoint, type Received } from './fake-api.ts';

const hero: SavedSetting = {
  id: 12,
  name: 'Hero',
  description: null,
  projectId: null,
  project: null,
  options: { mode: 'url', url: 'https://shop.example/' },
  createdAt: '2026-01-10T10:00:00.000Z',
};
const file = { format: 'shotwright-settings', version: 1, settings: [{ name: 'Hero' }] };

function effect(change: Partial<ImportedSetting> = {}): ImportedSetting {
  return {
    index: 0,
    name: 'Hero',
    action: 'create',
    storedName: 'Hero 2',
    settingId: null,
    project: null,
    missingProject: null,
    missingOptions: [],
    ...change,
  };
}

function effectsOf(settings: ImportedSetting[]) {
  const countOf = (action: string) => settings.filter((one) => one.action === action).length;
  const counts = {
    created: countOf('create'),
    replaced: countOf('replace'),
    skipped: countOf('skip'),
  };
  return { settings, counts };
}

const ruleOf = ({ body }: Received): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'onConflict') : undefined;

async function openImport() {
  const list = mockEndpoint('listSavedSettings', () => ({ settings: [hero] }));
  const preview = mockEndpoint('previewSettingsImport', (received) =>
    ruleOf(received) === 'skip'
      ? effectsOf([effect({ action: 'skip', storedName: 'Hero', settingId: 12 })])
      : effectsOf([
          effect({ missingProject: 'Shop', missingOptions: ['cookies', 'custom_header'] }),
          effect({ index: 1, name: 'Card', storedName: 'Card' }),
        ]),
  );
  const run = mockEndpoint('importSavedSettings', effectsOf([effect(), effect({ index: 1 })]));
  fakeServer.use(list.handler, preview.handler, run.handler);
  const app = renderApp('/dashboard/saved-settings', { user: ada });
  await heading('Saved Settings');
  await app.user.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import settings' }));
  const paste = async (text: string) => {
    await app.user.clear(dialog.getByLabelText('File'));
    await app.user.click(dialog.getByLabelText('File'));
    await app.user.paste(text);
  };
  return { app, dialog, list, preview, run, paste };
}

test('[SS-11] a pasted file is previewed for each rule and imported after that', async () => {
  const { app, dialog, list, preview, run, paste } = await openImport();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
  await paste(JSON.stringify(file));
  const items = () =>
    within(dialog.getByRole('region', { name: 'What will happen' })).getAllByRole('listitem');
  await waitFor(() => expect(items()).toHaveLength(2));
  expect(items()[0]?.textContent).toBe(
    'NewHero as Hero 2No project is named Shop, so it belongs to none.Without cookies, custom_header, which the file does not have.',
  );
  expect(preview.received.at(-1)?.body).toEqual({ file, onConflict: 'keep_both' });
  await app.user.click(dialog.getByRole('radio', { name: 'Skip' }));
  await waitFor(() => expect(items().map((item) => item.textContent)).toEqual(['SkippedHero']));
  // Nothing would be imported.
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
  await app.user.click(dialog.getByRole('radio', { name: 'Replace' }));
  const loads = list.received.length;
  await app.user.click(await dialog.findByRole('button', { name: 'Import 2 settings' }));
  await waitFor(() => expect(toastTexts()).toEqual(['2 settings imported']));
  expect(run.received.map(({ body }) => body)).toEqual([{ file, onConflict: 'replace' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(list.received.length).toBeGreaterThan(loads));
});

test('[SS-11] a chosen file fills the field; text that is no JSON is not sent', async () => {
  const { app, dialog, preview, paste } = await openImport();
  await paste('{ "format": ');
  expect(await dialog.findByText(/^This is not valid JSON: /)).toBeTruthy();
  expect(preview.received).toEqual([]);
  const input = dialog.getByLabelText('Choose a JSON file');
  await app.user.upload(input, new File([JSON.stringify(file)], 'settings.json'));
  await waitFor(() => expect(preview.received).toHaveLength(1));
  expect(dialog.getByLabelText<HTMLTextAreaElement>('File').value).toBe(JSON.stringify(file));
  const large = new File(['x'.repeat(3 * 1024 * 1024 + 1)], 'large.json');
  await app.user.upload(input, large);
  expect(await dialog.findByText('The file must be at most 3 MB.')).toBeTruthy();
});

test('[SS-11] the problems of a file are listed, and other errors can be retried', async () => {
  const { app, dialog, paste } = await openImport();
  const message = 'Setting 2 ("Card"): options.width must be a whole number from 100 to 7680.';
  const fields = [
    { path: 'file.settings.1.options.width', message },
    { path: 'file.version', message: 'must be 1, the version that this release reads' },
  ];
  let isInvalid = true;
  const answer = () =>
    isInvalid
      ? failure(400, message, { code: 'validation_failed', details: { fields, more: 3 } })
      : failure(409, 'An account has at most 1000 saved settings.', { code: 'conflict' });
  fakeServer.use(mockEndpoint('previewSettingsImport', answer).handler);
  await paste(JSON.stringify(file));
  const alert = await dialog.findByRole('alert');
  const texts = within(alert)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(texts).toEqual([
    message,
    'version must be 1, the version that this release reads.',
    'And 3 more.',
  ]);
  isInvalid = false;
  await app.user.click(dialog.getByRole('radio', { name: 'Replace' }));
  expect(await dialog.findByText('An account has at most 1000 saved settings.')).toBeTruthy();
  expect(toastTexts()).toEqual([]);
});

test('[SS-11] all settings or one are exported as a file, and the ID is shown and copied', async () => {
  fakeServer.use(mockEndpoint('listSavedSettings', () => ({ settings: [hero] })).handler);
  const queries: string[] = [];
  fakeServer.use(
    http.get('*/api/v1/screenshot-settings/export', ({ request }) => {
      queries.push(new URL(request.url).search);
      return HttpResponse.json(file);
    }),
  );
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  const app = renderApp('/dashboard/saved-settings', { user: ada });
  await screen.findByText('ID 12');
  await app.user.click(screen.getByRole('button', { name: 'Export all' }));
  await waitFor(() => expect(names).toEqual(['shotwright-settings.json']));
  const choose = async (item: string) => {
    await app.user.click(screen.getByRole('button', { name: 'More for Hero' }));
    await app.user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await choose('Export as JSON');
  await waitFor(() => expect(queries).toEqual(['', '?ids=12']));
  await choose('Copy ID');
  await waitFor(() => expect(toastTexts()[0]).toMatch(/^ID copied/));
  expect(await navigator.clipboard.readText()).toBe('12');
});

const isDisabled = (name: string): boolean =>
  screen.getByRole<HTMLButtonElement>('button', { name }).disabled;

test('[SS-11] an account without settings can import them, and has none to export', async () => {
  fakeServer.use(mockEndpoint('listSavedSettings', () => ({ settings: [] })).handler);
  renderApp('/dashboard/saved-settings', { user: ada });
  await screen.findByText('No saved settings yet');
  expect([isDisabled('Export all'), isDisabled('Import')]).toEqual([true, false]);
});
