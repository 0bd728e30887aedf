import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { pagesOf } from '../src/ui/pagination.tsx';
import { filesPerPage, fileNameOf, readPage } from '../src/features/files/files.rules.ts';
import { pageWindow } from '../src/ui/pagination.tsx';
import { openFiles, rows, someFiles } from './files.page.tsx';

describe('pages of files', () => {
  test('[FM-10] has 25 files per page, with links to all other pages', async () => {
    const app = await openFiles(someFiles(180));
    await screen.findByText('Showing 1 to 25 of 180 results');
    expect(screen.getByText('Page 1 of 8')).toBeTruthy();
    await waitFor(() => expect(rows()).toHaveLength(25));
    const pages = within(screen.getByRole('navigation', { name: 'Pages of files' }));
    const numbers = () =>
      pages.getAllByRole('button', { name: /^Page \d+$/ }).map((one) => one.textContent);
    const trigger = (name: string) => app.user.click(pages.getByRole('button', { name }));
    expect(numbers()).toEqual(['1', '2', '3', '4', '5']);
    await trigger('Last page');
    await screen.findByText('Showing 176 to 180 of 180 results');
    expect(numbers()).toEqual(['4', '5', '6', '7', '8']);
    expect(pages.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
    await trigger('Previous page');
    await screen.findByText('Page 7 of 8');
    await trigger('Page 5');
    await screen.findByText('Page 5 of 8');
    await trigger('Next page');
    await screen.findByText('Page 6 of 8');
    await trigger('First page');
    await screen.findByText('Page 1 of 8');
    await app.user.type(screen.getByLabelText('Go to page'), '3{Enter}');
    await screen.findByText('Page 3 of 8');
    expect(app.path()).toBe('/dashboard/files?page=3');
  });

  test('[FM-11] a page that does not exist is rejected with a hint and no navigation', async () => {
    const app = await openFiles(someFiles(60));
    await screen.findByText('Page 1 of 3');
    const box = screen.getByLabelText('Go to page');
    await app.user.type(box, '4{Enter}');
    expect(await screen.findByText('Enter a whole number from 1 to 3.')).toBeTruthy();
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
  });

  test('[FM-11] what is typed stays when a page that was asked for before is shown', async () => {
    const app = await openFiles(someFiles(60));
    const box = await screen.findByLabelText<HTMLInputElement>('Go to page');
    await app.user.type(box, '4{Enter}');
    await app.user.click(screen.getByRole('button', { name: 'Last page' }));
    await screen.findByText('Page 3 of 3');
    expect(screen.getByLabelText('Go to page')).toBe(box);
    expect(box.value).toBe('4');
    expect(screen.getByText('Enter a whole number from 1 to 3.')).toBeTruthy();
    await app.user.type(box, '{Backspace}2{Enter}');
    await screen.findByText('Page 2 of 3');
    expect(box.value).toBe('');
    expect(screen.queryByText('Enter a whole number from 1 to 3.')).toBeNull();
  });

  test.each(['', '0', '-1', '1.5', '4', 'x', '1e0', '٣'])(
    '[FM-11] "%s" is not a page of three',
    (text) => {
      expect(readPage(text, 3)).toBeUndefined();
      expect(readPage(' 3 ', 3)).toBe(3);
    },
  );

  test.each([
    [0, 1],
    [25, 1],
    [26, 2],
    [10_000, 400],
  ])('[FM-10] %i files are %i pages', (count, pages) => {
    expect(pagesOf(count, filesPerPage)).toBe(pages);
    expect(pageWindow(1, pages, 5).length).toBe(Math.min(5, pages));
  });

  test.each([
    ['http://host/api/v1/files/1/2/sig/a%20b.png', 'a b.png'],
    ['/files/page.jpeg?x=1#y', 'page.jpeg'],
    ['http://host', 'screenshot.png'],
    ['http://host/', 'screenshot.png'],
    [null, 'screenshot.png'],
    ['/files/%E0%A4%A', '%E0%A4%A'],
  ])('[FM-7] %s is saved as %s', (path, name) => {
    expect(fileNameOf(path)).toBe(name);
  });
});
