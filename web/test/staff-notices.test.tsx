import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { enter } from './app.tsx';
import { fakeServer, mockEndpoint } from './fake-api.ts';
import { aNotice, openNews } from './staff-news.page.tsx';

describe('[SF-6] a notice', () => {
  test('is published, and the kind says where users see it', async () => {
    const create = mockEndpoint('createStatusNotice', { notice: aNotice(1) });
    fakeServer.use(create.handler);
    const { user } = await openNews();
    await user.click(await screen.findByRole('button', { name: 'New notice' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New notice' }));
    await user.click(dialog.getByLabelText('Kind'));
    await user.click(await screen.findByRole('option', { name: 'Maintenance' }));
    expect(dialog.getByText(/announces it before it starts/)).toBeTruthy();
    await enter(user, dialog.getByLabelText('Title'), 'New disks');
    await enter(user, dialog.getByLabelText('Text'), 'Captures wait.\nNothing is lost.');
    await user.clear(dialog.getByLabelText('Starts'));
    await user.click(dialog.getByRole('switch', { name: 'Published' }));
    await user.click(dialog.getByRole('button', { name: 'Save draft' }));
    expect(dialog.getByText('Enter a date and time.')).toBeTruthy();
    await enter(user, dialog.getByLabelText('Starts'), '2026-12-01T20:00');
    await user.click(dialog.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(create.received.map(({ body }) => body)).toEqual([
      {
        kind: 'maintenance',
        title: 'New disks',
        text: 'Captures wait.\nNothing is lost.',
        startsAt: new Date('2026-12-01T20:00').toISOString(),
        endsAt: null,
        isPublished: false,
      },
    ]);
  });

  test('that is edited keeps the second of its start', async () => {
    const update = mockEndpoint('updateStatusNotice', { notice: aNotice(7) });
    fakeServer.use(update.handler);
    const { user } = await openNews({ notices: { notices: [aNotice(7)] } });
    await user.click(await screen.findByRole('button', { name: 'Edit Notice 7' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit notice' }));
    await enter(user, dialog.getByLabelText('Title'), ', again');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(update.received[0]?.body).toMatchObject({
      title: 'Notice 7, again',
      startsAt: '2026-11-30T10:00:30.000Z',
    });
  });

  test('is resolved after a confirmation', async () => {
    let notice = aNotice(7);
    const resolve = mockEndpoint('resolveStatusNotice', () => {
      notice = aNotice(7, { state: 'past', resolvedAt: '2026-11-30T11:00:00.000Z' });
      return { notice };
    });
    fakeServer.use(resolve.handler);
    const { user } = await openNews({ notices: () => ({ notices: [notice] }) });
    await user.click(await screen.findByRole('button', { name: 'Resolve Notice 7' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Resolve notice' }));
    expect(resolve.received).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Resolve' }));
    expect(await screen.findByText(/^Resolved Nov 30/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Resolve / })).toBeNull();
  });
});
