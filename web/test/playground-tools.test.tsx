import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { fakeServer } from './fake-api.ts';
import { dialog, fillIn, openPlayground, playgroundServer } from './playground-fixtures.tsx';

const listUrl = 'https://shots.example/api/v1/public/list.json';
const extracts = { selectors: { url: listUrl, bytes: 200 } };

function serveElements(elements: readonly object[] | undefined): void {
  fakeServer.use(
    http.get('*/api/v1/public/list.json', () =>
      elements === undefined
        ? HttpResponse.json({ message: 'Gone.' }, { status: 404 })
        : HttpResponse.json(elements),
    ),
  );
}

async function openElements(user: Awaited<ReturnType<typeof openPlayground>>['user']) {
  if (screen.queryByRole('button', { name: 'Choose an element' }) === null)
    await user.click(screen.getByRole('button', { name: /^Advanced Options/ }));
  await user.click(await screen.findByRole('button', { name: 'Choose an element' }));
  return dialog('Choose an element');
}

const valueOf = (label: string) =>
  screen.getByRole<HTMLInputElement>(label === 'Device' ? 'combobox' : 'textbox', { name: label })
    .value;

test('[PG-38] a preset fills in the size, and the device instead of it', async () => {
  playgroundServer();
  const { user } = await openPlayground();
  const choose = async (name: RegExp) => {
    await user.click(screen.getByRole('button', { name: 'Presets' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choose(/^iPhone/);
  await waitFor(() => expect(valueOf('Device')).toBe('iPhone 15'));
  expect(screen.getByLabelText<HTMLInputElement>('Width').disabled).toBe(true);
  await choose(/^Social card/);
  await waitFor(() => expect([valueOf('Width'), valueOf('Height')]).toEqual(['1200', '630']));
  expect(valueOf('Device')).toBe('');
});

test('[PG-38] a capture on demand lists the elements of the page, and one becomes the target element', async () => {
  const received = playgroundServer({ extracts });
  serveElements([
    { selector: '#prices', text: 'Prices', width: 1200, height: 400 },
    { selector: 'footer', text: '', width: 1280, height: 90 },
  ]);
  const { user } = await openPlayground();
  const early = await openElements(user);
  const button = early.getByRole<HTMLButtonElement>('button', {
    name: 'Capture and list elements',
  });
  expect(button.disabled).toBe(true);
  expect(early.getByText('Enter a URL and choose a project first.')).toBeTruthy();
  await user.click(early.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await fillIn(user);
  await user.type(screen.getByLabelText(/^Target element selector/), '#wrong');
  const elements = await openElements(user);
  await user.click(elements.getByRole('button', { name: 'Capture and list elements' }));
  const list = within(await elements.findByRole('list', { name: 'Elements' }));
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '#prices1,200 × 400Prices',
    'footer1,280 × 90',
  ]);
  expect(received.url.map(({ body }) => body)).toEqual([
    expect.objectContaining({ url: 'https://example.com', extract: 'selectors' }),
  ]);
  expect(received.url[0]?.body).not.toHaveProperty('element_selector');
  await user.click(list.getByRole('button', { name: /^#prices/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const field = screen.getByLabelText<HTMLInputElement>(/^Target element selector/);
  expect(field.value).toBe('#prices');
  // Another page has other elements.
  await user.clear(screen.getByLabelText('URL'));
  await user.type(screen.getByLabelText('URL'), 'https://other.example/');
  const other = await openElements(user);
  expect(other.queryByRole('list', { name: 'Elements' })).toBeNull();
});

test('[PG-38] a capture that fails, and a list that cannot be loaded, say so', async () => {
  playgroundServer({ status: 'FAILED', code: 'dns_error', message: 'The host does not exist.' });
  const { user } = await openPlayground();
  await fillIn(user);
  const elements = await openElements(user);
  await user.click(elements.getByRole('button', { name: 'Capture and list elements' }));
  expect((await elements.findByRole('alert')).textContent).toContain('The host does not exist.');
  playgroundServer({ extracts });
  serveElements(undefined);
  await user.click(elements.getByRole('button', { name: 'Capture and list elements' }));
  expect(await elements.findByText('The elements could not be loaded')).toBeTruthy();
});
