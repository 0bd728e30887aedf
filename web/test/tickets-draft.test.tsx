import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../src/lib/storage-keys.ts';
import { heading, toastWords } from './app.tsx';
import { answer, aScreenshot, failure, fakeServer } from './fake-api.ts';
import {
  aPicture,
  choose,
  created,
  createDialog,
  openCreate,
  openForm as open,
  submit,
  takeTickets,
  thumbnails,
  useFileAddresses,
} from './tickets.page.tsx';

beforeEach(() => void useFileAddresses());
afterEach(() => vi.unstubAllGlobals());

/** The form with a title, of a person with a failed capture. */
async function openAfterFailure() {
  fakeServer.use(
    answer('listScreenshots', ({ url }) => ({
      screenshots:
        url.searchParams.get('status') === 'FAILED' ? [aScreenshot(7, { status: 'FAILED' })] : [],
      meta: { page: 1, limit: 1, total: 1 },
    })).handler,
  );
  const sent = takeTickets();
  const { app, dialog, title } = await open();
  await app.person.type(title, 'It is blank');
  return { app, dialog, sent };
}

describe('a ticket on its way', () => {
  test('[HP-15] [RL-1] a failure is told once and everything typed stays', async () => {
    const answers = [failure(500, 'The shelf is full.'), new HttpResponse('', { status: 502 })];
    takeTickets(() => answers.shift() ?? created());
    const { app, dialog, title } = await open();
    await app.person.type(title, 'It is blank');
    choose(dialog, [aPicture('one.png')]);
    await app.person.click(submit(dialog));
    await waitFor(() => expect(toastWords()).toEqual(['Error / The shelf is full.']));
    expect([title.value, thumbnails(dialog)]).toEqual(['It is blank', ['one.png']]);
    await app.person.click(submit(dialog));
    await waitFor(() => expect(toastWords()[1]).toBe('Error / Failed to create ticket'));
    await app.person.click(submit(dialog));
    await waitFor(() => expect(toastWords()[2]).toBe('Ticket created successfully!'));
  });

  test('[HP-15] says how far the upload is, and can be stopped without a word', async () => {
    const { app, dialog, title } = await open();
    await app.person.type(title, 'It is blank');
    choose(dialog, [aPicture('one.png')]);
    const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (
      this: XMLHttpRequest,
    ) {
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 41, total: 100 }));
    });
    await app.person.click(submit(dialog));
    await dialog.findByText('Uploading, 41 %');
    expect(dialog.getByRole<HTMLProgressElement>('progressbar', { name: 'Upload' }).value).toBe(41);
    await app.person.click(dialog.getByRole('button', { name: 'Stop' }));
    await dialog.findByRole('button', { name: 'Submit' });
    expect(send).toHaveBeenCalledTimes(1);
    expect([toastWords(), title.value, thumbnails(dialog)]).toEqual([
      [],
      'It is blank',
      ['one.png'],
    ]);
  });

  test('[AU-8] a 401 ends the session', async () => {
    takeTickets(() => failure(401, 'Sign in again.', { code: 'session_expired' }));
    const { app, title } = await open();
    await app.person.type(title, 'It is blank{Enter}');
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(toastWords()).toEqual([]);
  });
});

describe('the draft', () => {
  test('[HP-15] closing and a new page keep what was typed', async () => {
    const { app, dialog, title } = await open();
    await app.person.type(title, 'It is blank');
    await app.person.click(dialog.getByRole('button', { name: 'Close' }));
    await app.router.navigate('/dashboard/webhooks');
    await heading('Webhooks');
    await app.router.navigate('/dashboard/help');
    await heading('We are sorry that you got trouble');
    const again = await openCreate(app);
    expect(again.getByLabelText<HTMLInputElement>('Title *').value).toBe('It is blank');
  });

  test.each([
    ['of somebody else', JSON.stringify({ userId: 'another', title: 'Private' })],
    ['that cannot be read', '{'],
    ['of another shape', '7'],
  ])('one %s is not shown', async (_, kept) => {
    sessionStorage.setItem(storageKeys.ticketDraft, kept);
    const { title } = await open();
    expect(title.value).toBe('');
  });

  test('steps back before a ticket another page asks for, and can be gone on with', async () => {
    const { app, dialog, title } = await open();
    await app.person.type(title, 'It is blank');
    await app.person.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await app.router.navigate('/dashboard/help?new=1&title=Another');
    const asked = await createDialog();
    const asking = () => asked.getByLabelText<HTMLInputElement>('Title *').value;
    await waitFor(() => expect(asking()).toBe('Another'));
    await app.person.click(asked.getByRole('button', { name: 'Go on with it' }));
    expect(asking()).toBe('It is blank');
  });
});

describe('what helps to find the cause', () => {
  test('[HP-16] goes along only where the person agrees, and exactly as it was shown', async () => {
    const { app, dialog, sent } = await openAfterFailure();
    const { id } = aScreenshot(7);
    await dialog.findByText(id);
    await app.person.click(
      dialog.getByRole('checkbox', { name: 'Send along what helps us find the cause' }),
    );
    const shown = dialog.getAllByRole('definition').map((one) => one.textContent);
    await app.person.click(submit(dialog));
    await waitFor(() => expect(sent).toHaveLength(1));
    const context: unknown = JSON.parse(String(sent[0]?.fields['context']));
    expect(context).toMatchObject({ lastFailedRequestId: id, browser: navigator.userAgent });
    expect(Object.values(context ?? {})).toEqual(shown);
  });

  test('[HP-16] without a tick nothing of it is sent', async () => {
    const { app, dialog, sent } = await openAfterFailure();
    await dialog.findByText(aScreenshot(7).id);
    await app.person.click(submit(dialog));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.names).toEqual(['title']);
  });
});
