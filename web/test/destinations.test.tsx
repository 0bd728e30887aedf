import type { Destination } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// Compiled before the clock of the first test runs.
import '../src/routes/settings/integrations.tsx';
import '../src/shell/dashboard-layout.tsx';
import { renderApp, toastTexts } from './app.tsx';
import { ada, fakeServer, mockEndpoint } from './fake-api.ts';

const archive: Destination = {
  id: 7,
  name: 'Archive',
  kind: 's3',
  endpoint: 'https://store.example.com',
  region: 'eu',
  bucket: 'shots',
  access_key_id: 'AKIA',
  prefix: '',
  path_template: '{host}/{id}.{ext}',
  storage_class: null,
  acl: null,
  public_base_url: null,
  keep_local: true,
  created_at: '2026-01-05T10:00:00.000Z',
};

async function openPage(destinations: Destination[] = [archive]) {
  fakeServer.use(mockEndpoint('listDestinations', { destinations }).handler);
  const app = renderApp('/dashboard/settings/integrations', { user: ada });
  await screen.findByRole('heading', { level: 1, name: 'Integrations' });
  return app;
}

test('[DL-36] a destination is added with what its form says; the secret is required', async () => {
  const create = mockEndpoint('createDestination', { destination: archive });
  fakeServer.use(create.handler);
  const app = await openPage([]);
  await screen.findByText('No destinations yet');
  await app.user.click(screen.getByRole('button', { name: 'Add Destination' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Destination' }));
  await app.user.type(dialog.getByLabelText('Name'), 'Archive');
  await app.user.type(dialog.getByLabelText('Bucket'), 'shots');
  await app.user.type(dialog.getByLabelText('Access key ID'), 'AKIA');
  await app.user.click(dialog.getByRole('button', { name: 'Add Destination' }));
  expect(dialog.getByText('Please fill in all required fields.')).toBeTruthy();
  expect(create.received).toEqual([]);
  await app.user.type(dialog.getByLabelText('Secret access key'), 'hidden');
  await app.user.click(dialog.getByRole('button', { name: 'Add Destination' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Destination added successfully']));
  expect(create.received[0]?.body).toEqual({
    name: 'Archive',
    endpoint: null,
    region: 'us-east-1',
    bucket: 'shots',
    access_key_id: 'AKIA',
    secret_access_key: 'hidden',
    path_template: '{project}/{host}/{yyyy}/{mm}/{slug}-{id}.{ext}',
    public_base_url: null,
    keep_local: true,
  });
});

test('[DL-36] a destination is edited without its secret, which is kept', async () => {
  const update = mockEndpoint('updateDestination', { destination: archive });
  fakeServer.use(update.handler);
  const app = await openPage();
  await app.user.click(await screen.findByRole('button', { name: 'Edit Archive' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit destination' }));
  await app.user.click(dialog.getByRole('switch', { name: 'Keep a copy here' }));
  await app.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Destination updated successfully']));
  expect(update.received[0]?.body).toMatchObject({ name: 'Archive', keep_local: false });
  expect(update.received[0]?.body).not.toHaveProperty('secret_access_key');
});

test.each([
  [{ isReachable: true, code: null, error: null }, 'A test file was written and deleted'],
  [
    { isReachable: false, code: 'destination_denied', error: 'store.example.com denied access.' },
    'Failed to test destination / store.example.com denied access.',
  ],
])('[DL-36] a test of %j says %s', async (result, text) => {
  fakeServer.use(mockEndpoint('testDestination', result).handler);
  const app = await openPage();
  await app.user.click(await screen.findByRole('button', { name: 'Test Archive' }));
  await waitFor(() => expect(toastTexts()).toEqual([text]));
});

test('[DL-36] a destination is deleted after a confirmation', async () => {
  const remove = mockEndpoint('deleteDestination', {});
  fakeServer.use(remove.handler);
  const app = await openPage();
  await app.user.click(await screen.findByRole('button', { name: 'Delete Archive' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await app.user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Destination deleted successfully']));
  expect(remove.received).toHaveLength(1);
});
