import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
import { hasRoom, readViews, withView } from '../src/features/files/views/saved-views.rules.ts';
import { ada } from './fake-api.ts';
import { aFile, failed, openFiles } from './files.page.tsx';

const keyOf = (user: typeof ada) => [storageKeys.fileViews, user.organizationId, user.id].join(':');
const grace = { ...ada, id: '6f0d0c5e-0000-4000-8000-00000000000a' };

afterEach(() => {
  for (const key of [keyOf(ada), keyOf(grace), storageKeys.filesLayout])
    localStorage.removeItem(key);
});

async function openViews(...input: Parameters<typeof openFiles>) {
  const app = await openFiles(...input);
  await app.user.click(await screen.findByRole('button', { name: /^Filters/ }));
  return { ...app, views: within(screen.getByRole('region', { name: 'Saved views' })) };
}

const files = [aFile(1), failed];

test('[FM-26] a view saves filters, order and layout, is opened later, and is removed', async () => {
  const first = await openViews(files, '?q=gone&status=failed&sort=-size&page=1');
  await first.user.click(screen.getByRole('radio', { name: 'Grid' }));
  await first.user.click(first.views.getByRole('button', { name: 'Save view' }));
  await first.user.click(first.views.getByRole('button', { name: 'Save view' }));
  expect(first.views.getByText('Enter a name.')).toBeTruthy();
  await first.user.type(first.views.getByLabelText('Name of the view'), ' Failures {Enter}');
  const chip = await first.views.findByRole('button', { name: 'Failures', pressed: true });
  expect(chip).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Save view');
  await first.user.click(screen.getByRole('button', { name: 'Clear all filters' }));
  expect(await first.views.findByRole('button', { name: 'Failures', pressed: false })).toBeTruthy();
  cleanup();

  localStorage.removeItem(storageKeys.filesLayout);
  const later = await openViews(files);
  await later.user.click(later.views.getByRole('button', { name: 'Failures' }));
  await waitFor(() =>
    expect(later.path()).toBe('/dashboard/files?q=gone&status=failed&sort=-size'),
  );
  const cards = within(await screen.findByRole('list', { name: 'File Manager' }));
  await waitFor(() => expect(cards.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.getByLabelText<HTMLInputElement>('Search files').value).toBe('gone');
  await later.user.click(later.views.getByRole('button', { name: 'Remove the view Failures' }));
  expect(later.views.queryByRole('button', { name: 'Failures' })).toBeNull();
  expect(readViews(localStorage.getItem(keyOf(ada)))).toEqual([]);
});

test('[FM-26] the views of another user of the browser are not shown', async () => {
  const view = { name: 'Private', search: '', layout: 'list' } as const;
  localStorage.setItem(keyOf(grace), JSON.stringify([view]));
  const app = await openViews(files);
  expect(app.views.queryByRole('button', { name: 'Private' })).toBeNull();
  cleanup();
  const other = await openViews(files, '', grace);
  expect(other.views.getByRole('button', { name: 'Private' })).toBeTruthy();
});

test('[FM-26] there are at most 20 views, and a name that exists replaces its view', async () => {
  const all = Array.from({ length: 20 }, (_, at) => ({
    name: `View ${String(at)}`,
    search: '',
    layout: 'list' as const,
  }));
  localStorage.setItem(keyOf(ada), JSON.stringify(all));
  const app = await openViews(files, '?status=failed');
  await app.user.click(app.views.getByRole('button', { name: 'Save view' }));
  await app.user.type(app.views.getByLabelText('Name of the view'), 'View 20{Enter}');
  expect(app.views.getByText('There are 20 views already. Remove one first.')).toBeTruthy();
  await app.user.type(app.views.getByLabelText('Name of the view'), '{Backspace}{Enter}');
  await waitFor(() =>
    expect(
      readViews(localStorage.getItem(keyOf(ada))).find(({ name }) => name === 'View 2'),
    ).toEqual({ name: 'View 2', search: 'status=failed', layout: 'list' }),
  );
  expect(readViews(localStorage.getItem(keyOf(ada)))).toHaveLength(20);
  expect([hasRoom(all, 'View 1'), hasRoom(all, 'New'), hasRoom(all.slice(1), 'New')]).toEqual([
    true,
    false,
    true,
  ]);
  expect(withView([], all[0]!)).toEqual([all[0]]);
});

test('[FM-26] stored views that are damaged are ignored', () => {
  const view = { name: 'A', search: '', layout: 'grid' };
  expect(readViews('{')).toEqual([]);
  expect(readViews('{"name": "A"}')).toEqual([]);
  expect(readViews(JSON.stringify([null, { ...view, layout: 'x' }, view]))).toEqual([view]);
});
