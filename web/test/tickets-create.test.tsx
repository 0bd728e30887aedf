import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
import { toastTexts } from './app.tsx';
import {
  anImage,
  aSummary,
  choose,
  created,
  openCreate,
  openForm as open,
  openHelp,
  submit,
  acceptTickets,
  thumbnails,
  useObjectUrls,
} from './tickets.page.tsx';

const tenMegabytes = 10 * 1024 * 1024;
let endpointPaths: Set<string>;

beforeEach(() => {
  endpointPaths = useObjectUrls();
});
afterEach(() => vi.unstubAllGlobals());

describe('the form', () => {
  test('[HP-5] has title, description and images in the words of the specification', async () => {
    const { dialog, title } = await open();
    dialog.getByText('Submit your issue so our team can help you as soon as possible.');
    expect(document.activeElement).toBe(title);
    expect([title.placeholder, title.maxLength]).toEqual(['e.g., Screenshot not working', 200]);
    expect(dialog.getByLabelText('Description (optional)').tagName).toBe('TEXTAREA');
    const chooser = dialog.getByLabelText<HTMLInputElement>('Choose files');
    expect([chooser.type, chooser.accept, chooser.multiple]).toEqual(['file', 'image/*', true]);
    expect(dialog.getByText('0/3 images uploaded')).toBeTruthy();
  });

  test('[HP-8] a blank title is reported in a toast and at the field, and nothing is sent', async () => {
    const sent = acceptTickets();
    const { app, dialog, title } = await open();
    await app.user.type(title, '   ');
    await app.user.click(submit(dialog));
    expect(toastTexts()).toEqual(['Title is required']);
    expect(document.activeElement).toBe(title);
    expect(title.getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
  });

  test('[HP-9] [HP-10] sends title, description and each image, then closes and clears', async () => {
    const barrier = Promise.withResolvers<void>();
    const sent = acceptTickets(async () => {
      await barrier.promise;
      return created();
    });
    const { app, dialog, title } = await open();
    await app.user.type(title, '  It is blank ');
    await app.user.type(dialog.getByLabelText(/^Description/), 'Since today.');
    choose(dialog, [anImage('one.png'), anImage('two.png')]);
    await app.user.click(submit(dialog));
    const busy = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Creating...' });
    expect(busy.disabled).toBe(true);
    await waitFor(() => expect(sent).toHaveLength(1));
    barrier.resolve();
    await waitFor(() => expect(toastTexts()).toEqual(['Ticket created successfully!']));
    expect(sent[0]).toEqual({
      fields: { title: 'It is blank', description: 'Since today.' },
      names: ['title', 'description', 'images'],
      images: ['one.png', 'two.png'],
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await openCreate(app);
    expect(again.getByLabelText<HTMLInputElement>('Title *').value).toBe('');
    expect(thumbnails(again)).toEqual([]);
    expect(sessionStorage.getItem(storageKeys.ticketDraft)).toBeNull();
  });

  test('[HP-9] [CP-7] Cancel closes and clears without confirmation', async () => {
    const { app, dialog, title } = await open();
    await app.user.type(title, 'It is blank');
    choose(dialog, [anImage('one.png')]);
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await openCreate(app);
    expect(again.getByLabelText<HTMLInputElement>('Title *').value).toBe('');
    expect(thumbnails(again)).toEqual([]);
  });

  test('[CP-7] Escape requires confirmation, and Discard clears the input', async () => {
    const { app, title } = await open();
    await app.user.type(title, 'It is blank{Escape}');
    const question = within(await screen.findByRole('alertdialog'));
    await app.user.click(question.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await openCreate(app);
    expect(again.getByLabelText<HTMLInputElement>('Title *').value).toBe('');
  });

  test('the new ticket is in the list', async () => {
    const tickets = [aSummary(1)];
    acceptTickets(() => {
      tickets.unshift(aSummary(9));
      return created();
    });
    const app = await openHelp(tickets);
    const dialog = await openCreate(app);
    await app.user.type(dialog.getByLabelText('Title *'), 'It is blank{Enter}');
    expect(await screen.findByRole('link', { name: 'Ticket 9' })).toBeTruthy();
  });
});

describe('images', () => {
  test('[HP-5] each has a thumbnail and can be removed and restored', async () => {
    const { app, dialog } = await open();
    choose(dialog, [anImage('one.png'), anImage('two.png')]);
    expect(thumbnails(dialog)).toEqual(['one.png', 'two.png']);
    expect(dialog.getByText('2/3 images uploaded')).toBeTruthy();
    await app.user.click(dialog.getByRole('button', { name: 'Remove one.png' }));
    expect(thumbnails(dialog)).toEqual(['two.png']);
    await app.user.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(thumbnails(dialog)).toEqual(['one.png', 'two.png']);
  });

  test('[HP-6] at three images a hint replaces the chooser until one is removed', async () => {
    const { app, dialog } = await open();
    const full = 'Maximum 3 images reached. Remove an image to add more.';
    choose(dialog, [anImage('one.png'), anImage('two.png')]);
    expect(dialog.queryByText(full)).toBeNull();
    choose(dialog, [anImage('three.png')]);
    expect(dialog.getByText(full)).toBeTruthy();
    expect(dialog.queryByLabelText('Choose files')).toBeNull();
    await app.user.click(dialog.getByRole('button', { name: 'Remove two.png' }));
    expect(dialog.getByLabelText('Choose files')).toBeTruthy();
    expect(dialog.queryByText(full)).toBeNull();
  });

  test.each([
    [
      'too many',
      ['a', 'b', 'c', 'd'].map((name) => anImage(name)),
      'You can upload a maximum of 3 images.',
    ],
    [
      'one of 10 MB',
      [anImage('small.png'), anImage('big.png', tenMegabytes)],
      'Each image must be less than 10 MB.',
    ],
    [
      'a file that is no image',
      [anImage('a.png'), new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' })],
      'Only PNG, JPEG, WebP and GIF images can be added.',
    ],
  ])('[HP-7] for %s none is added, and an error is shown in red', async (_, files, sentence) => {
    const { dialog } = await open();
    choose(dialog, files);
    const alert = within(dialog.getByRole('alert')).getByText(sentence);
    expect(alert.closest('p')?.className).toContain('text-red');
    expect(thumbnails(dialog)).toEqual([]);
    expect(toastTexts()).toEqual([]);
    choose(dialog, [anImage('just-under.png', tenMegabytes - 1)]);
    expect(dialog.queryByText(sentence)).toBeNull();
    expect(thumbnails(dialog)).toEqual(['just-under.png']);
  });

  test('[HP-7] images already chosen count towards the limit and remain', async () => {
    const { dialog } = await open();
    choose(dialog, [anImage('one.png'), anImage('two.png')]);
    choose(dialog, [anImage('three.png'), anImage('four.png')]);
    expect(dialog.getByText('You can upload a maximum of 3 images.')).toBeTruthy();
    expect(thumbnails(dialog)).toEqual(['one.png', 'two.png']);
  });

  test('[HP-15] can be dropped and pasted; pasted text remains text', async () => {
    const { dialog, title } = await open();
    const dropped = { files: [anImage('dropped.png')], types: ['Files'] };
    expect(fireEvent.dragOver(title, { dataTransfer: dropped })).toBe(false);
    expect(fireEvent.drop(title, { dataTransfer: dropped })).toBe(false);
    expect(
      fireEvent.paste(title, {
        clipboardData: { files: [anImage('pasted.png')], types: ['Files'] },
      }),
    ).toBe(false);
    const text = { files: [anImage('words.png')], types: ['text/plain', 'Files'] };
    expect(fireEvent.paste(title, { clipboardData: text })).toBe(true);
    expect(thumbnails(dialog)).toEqual(['dropped.png', 'pasted.png']);
  });

  test('their object URLs are revoked when the page is left', async () => {
    const { app, dialog } = await open();
    choose(dialog, [anImage('one.png')]);
    expect(endpointPaths.size).toBe(1);
    await app.router.navigate('/dashboard/webhooks');
    await waitFor(() => expect(endpointPaths.size).toBe(0));
  });
});
