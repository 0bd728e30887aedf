import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { defaultForm } from '../src/features/playground/form/capture-form.rules.ts';
import { entryOf } from '../src/features/playground/history/history.rules.ts';
import { writeHistory } from '../src/features/playground/playground-storage.ts';
import { toastTexts } from './app.tsx';
import { ada, aScreenshot } from './fake-api.ts';
import { captureButton, fillIn, openPlayground, playgroundServer } from './playground-fixtures.tsx';

const region = () => within(screen.getByRole('region', { name: 'This session' }));

test('[PG-37] a finished capture is listed with its thumbnail, and a click restores its options', async () => {
  playgroundServer();
  const { user } = await openPlayground();
  expect(screen.queryByRole('region', { name: 'This session' })).toBeNull();
  await fillIn(user);
  await user.click(screen.getByRole('switch', { name: 'Full Page' }));
  await user.click(captureButton());
  const restore = await screen.findByRole('button', { name: 'Restore the options of example.com' });
  expect(restore.querySelector('img')?.getAttribute('src')).toBe('/files/1-small.png');
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(screen.getByLabelText<HTMLInputElement>('URL').value).toBe('');
  await user.click(restore);
  expect(screen.getByLabelText<HTMLInputElement>('URL').value).toBe('https://example.com');
  const fullPage = screen.getByRole('switch', { name: 'Full Page' });
  expect(fullPage.getAttribute('aria-checked')).toBe('true');
  expect(toastTexts()).toContain('The options of the capture were restored.');
});

test('[PG-37] the list survives a reload, says that secrets are missing, and compares two images', async () => {
  playgroundServer();
  const form = { ...defaultForm, url: 'https://a.example/', cookies: 'a=private' };
  const entries = [3, 2, 1].flatMap((id) => entryOf(aScreenshot(id), form) ?? []);
  writeHistory(ada.id, entries);
  const { user } = await openPlayground();
  expect(region().queryByRole('link', { name: 'Compare' })).toBeNull();
  const boxes = region().getAllByRole('checkbox', { name: 'Compare a.example' });
  for (const box of boxes) await user.click(box);
  // The third selection replaces the first one.
  expect(region().getByRole('link', { name: 'Compare' }).getAttribute('href')).toBe(
    `/dashboard/compare?a=${aScreenshot(1).id}&b=${aScreenshot(2).id}`,
  );
  const [first] = region().getAllByRole('button', { name: /^Restore/ });
  if (first) await user.click(first);
  await waitFor(() => expect(toastTexts().join()).toContain('except headers, cookies'));
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('a=private');
});
