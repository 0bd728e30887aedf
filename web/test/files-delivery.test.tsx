import type { FileDelivery, Screenshot } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aScreenshot, fakeServer, mockEndpoint } from './fake-api.ts';
import { aFile, openFiles } from './files.page.tsx';

const file = aFile(1);

async function openDetails(change: Partial<Screenshot> = {}) {
  fakeServer.use(mockEndpoint('getScreenshot', aScreenshot(1, change)).handler);
  await openFiles([file], `?file=${file.id}`);
  return within(await screen.findByRole('complementary', { name: 'Details' }));
}

test('[DL-20] the details show the external id and the tags once', async () => {
  const options = { external_id: 'order-1', tags: 'shop\nnightly', width: '800' };
  const details = await openDetails({ externalId: 'order-1', tags: ['shop', 'nightly'], options });
  const delivery = within(await details.findByRole('region', { name: 'Delivery' }));
  expect(delivery.getByText('order-1')).toBeTruthy();
  const tag = delivery.getByRole('link', { name: 'nightly' });
  expect(tag.getAttribute('href')).toBe('/dashboard/files?tag=nightly');
  expect(await details.findByText('800')).toBeTruthy();
  expect(details.getAllByText('order-1')).toHaveLength(1);
});

test('[DL-20] without anything about the delivery the details have no such section', async () => {
  const details = await openDetails({ options: { width: '800' } });
  expect(await details.findByText('800')).toBeTruthy();
  expect(details.queryByRole('region', { name: 'Delivery' })).toBeNull();
});

test('[DL-23, FM-27] the details show the date of the deletion, and a link that prevents it', async () => {
  const retained = { retainedUntil: '2026-12-03T10:00:00.000Z', options: { retention_days: '30' } };
  const details = await openDetails(retained);
  const delivery = within(await details.findByRole('region', { name: 'Delivery' }));
  expect(delivery.getByText('Deleted on').nextSibling?.textContent).toBe('Dec 03, 2026');
  expect(delivery.queryByText(/public link/)).toBeNull();
});

const pending: FileDelivery = {
  state: 'PENDING',
  destinationId: 7,
  destination: 'Archive',
  path: 'a/shot.png',
  url: null,
  attempts: 2,
  maxAttempts: 5,
  nextAttemptAt: '2026-12-03T10:00:00.000Z',
  deliveredAt: null,
  errorCode: 'destination_denied',
  error: 'store.example.com denied access.',
};

test('[DL-29, DL-31] the details show the delivery with its error, and start it again', async () => {
  const retry = mockEndpoint('retryFileDelivery', { delivery: pending });
  fakeServer.use(retry.handler);
  const details = await openDetails({ delivery: pending });
  const delivery = within(await details.findByRole('region', { name: 'Delivery' }));
  for (const text of ['Pending', 'Archive', 'a/shot.png', '2 of 5 attempts', pending.error ?? ''])
    expect(delivery.getByText(text)).toBeTruthy();
  delivery.getByRole('button', { name: 'Deliver again' }).click();
  await waitFor(() => expect(retry.received).toHaveLength(1));
});

test('[DL-29] a delivered file is linked at its public URL', async () => {
  const url = 'https://cdn.example.com/a/shot.png';
  const done = { ...pending, state: 'DELIVERED', url, error: null, errorCode: null } as const;
  const details = await openDetails({ delivery: done });
  const link = await details.findByRole('link', { name: 'a/shot.png' });
  expect(link.getAttribute('href')).toBe(url);
  expect(details.queryByRole('button', { name: 'Deliver again' })).toBeNull();
});
