import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
import { heading, toastTexts } from './app.tsx';
import { mockEndpoint, aScreenshot, failure, fakeServer } from './fake-api.ts';
import {
  anImage,
  choose,
  created,
  createDialog,
  openCreate,
  openForm as open,
  submit,
  acceptTickets,
  thumbnails,
  useObjectUrls,
} from './tickets.page.tsx';

beforeEach(() => void useObjectUrls());
afterEach(() => vi.unstubAllGlobals());

/** The form with a title, for a user with a failed capture. */
async function openAfterFailure() {
  fakeServer.use(
    mockEndpoint('listScreenshots', ({ url }) => ({
      screenshots:
        url.searchParams.get('status') === 'FAILED' ? [aScreenshot(7, { status: 'FAILED' })] : [],
      meta: { page: 1, limit: 1, total: 1, isTotalExact: true },
    })).handler,
  );
  const sent = acceptTickets();
  const { app, dialog, title } = await open();
  await app.user.type(title, 'It is blank');
  return { app, dialog, sent };
}

describe('sending a ticket', () => {
  test('[HP-15] [RL-1] a failure is shown once and all input is preserved', async () => {
    const responses = [failure(500, 'The shelf is full.'), new HttpResponse('', { status: 502 })];
    acceptTickets(() => responses.shift() ?? created());
    const { app, dialog, title } = await open();
    await app.user.type(title, 'It is blank');
    choose(dialog, [anImage('one.png')]);
    await app.user.click(submit(dialog));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / The shelf is full.']));
    expect([title.value, thumbnails(dialog)]).toEqual(['It is blank', ['one.png']]);
    await app.user.click(submit(dialog));
    await waitFor(() => expect(toastTexts()[1]).toBe('Error / Failed to create ticket'));
    await app.user.click(submit(dialog));
    await waitFor(() => expect(toastTexts()[2]).toBe('Ticket created successfully!'));
  });

  test('[HP-15] shows the upload progress and can be stopped without a toast', async () => {
    const { app, dialog, title } = await open();
    await app.user.type(title, 'It is blank');
    choose(dialog, [anImage('one.png')]);
    const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (
      this: XMLHttpRequest,
    ) {
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 41, total: 100 }));
    });
    await app.user.click(submit(dialog));
    await dialog.findByText('Uploading, 41 %');
    expect(dialog.getByRole<HTMLProgressElement>('progressbar', { name: 'Upload' }).value).toBe(41);
    await app.user.click(dialog.getByRole('button', { name: 'Stop' }));
    await dialog.findByRole('button', { name: 'Submit' });
    expect(send).toHaveBeenCalledTimes(1);
    expect([toastTexts(), title.value, thumbnails(dialog)]).toEqual([
      [],
      'It is blank',
      ['one.png'],
    ]);
  });

  test('[AU-8] a 401 ends the session', async () => {
    acceptTickets(() => failure(401, 'Sign in again.', { code: 'session_expired' }));
    const { app, title } = await open();
    await app.user.type(title, 'It is blank{Enter}');
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(toastTexts()).toEqual([]);
  });
});

describe('the draft', () => {
  test('[HP-15] survives closing the dialog and navigation', async () => {
    const { app, dialog, title } = await open();
    await app.user.type(title, 'It is blank');
    await app.user.click(dialog.getByRole('button', { name: 'Close' }));
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
  ])('a draft %s is not shown', async (_, draft) => {
    sessionStorage.setItem(storageKeys.ticketDraft, draft);
    const { title } = await open();
    expect(title.value).toBe('');
  });

  test('yields to a ticket requested by another page and can be restored', async () => {
    const { app, dialog, title } = await open();
    await app.user.type(title, 'It is blank');
    await app.user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await app.router.navigate('/dashboard/help?new=1&title=Another');
    const restored = await createDialog();
    const titleOf = () => restored.getByLabelText<HTMLInputElement>('Title *').value;
    await waitFor(() => expect(titleOf()).toBe('Another'));
    await app.user.click(restored.getByRole('button', { name: 'Continue draft' }));
    expect(titleOf()).toBe('It is blank');
  });
});

describe('diagnostic information', () => {
  test('[HP-16] is sent only with consent, and exactly as shown', async () => {
    const { app, dialog, sent } = await openAfterFailure();
    const { id } = aScreenshot(7);
    await dialog.findByText(id);
    await app.user.click(
      dialog.getByRole('checkbox', { name: 'Include details that help us find the cause' }),
    );
    const shown = dialog.getAllByRole('definition').map((one) => one.textContent);
    await app.user.click(submit(dialog));
    await waitFor(() => expect(sent).toHaveLength(1));
    const context: unknown = JSON.parse(String(sent[0]?.fields['context']));
    expect(context).toMatchObject({ lastFailedRequestId: id, browser: navigator.userAgent });
    expect(Object.values(context ?? {})).toEqual(shown);
  });

  test('[HP-16] is not sent without consent', async () => {
    const { app, dialog, sent } = await openAfterFailure();
    await dialog.findByText(aScreenshot(7).id);
    await app.user.click(submit(dialog));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.names).toEqual(['title']);
  });
});
