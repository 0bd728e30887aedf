import type { OperationData } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toastTexts } from './app.tsx';
import { failure, fakeServer, mockEndpoint, type Received } from './fake-api.ts';
import { dialog, openPlayground, playgroundServer } from './playground-fixtures.tsx';

const estimated: OperationData<'estimateCapture'> = {
  creditsRequired: 1,
  price: [],
  type: 'URL',
  url: 'https://example.com/',
  options: {},
  warnings: [],
};

/** A server that rejects the field `fullpage`, and a width below 100 in a second step. */
function estimates() {
  const estimate = mockEndpoint('estimateCapture', ({ body }: Received) => {
    const fields: object = typeof body === 'object' && body !== null ? body : {};
    if ('fullpage' in fields)
      return failure(400, 'Unknown field', {
        code: 'validation_failed',
        details: {
          fields: [
            { path: 'fullpage', message: 'Unknown field "fullpage". Did you mean "full_page"?' },
          ],
        },
      });
    if ('width' in fields && fields.width === 3)
      return failure(400, 'width', {
        code: 'validation_failed',
        details: {
          fields: [{ path: 'width', message: 'must be a whole number from 100 to 7680' }],
        },
      });
    return estimated;
  });
  fakeServer.use(estimate.handler);
  return estimate.received;
}

async function openImport() {
  playgroundServer();
  const app = await openPlayground();
  await app.user.click(screen.getByRole('button', { name: 'Import cURL or JSON' }));
  const paste = async (text: string) => {
    const area = (await dialog('Import a request')).getByLabelText('Request');
    await app.user.clear(area);
    await app.user.click(area);
    await app.user.paste(text);
  };
  return { app, paste, body: await dialog('Import a request') };
}

const command = `curl -X POST 'https://shots.example/api/v1/screenshots' \\
  -H 'x-api-key: sk_live_secret' \\
  -d '{"url": "https://example.com/", "retina": true, "fullpage": true, "width": 3, "cookies": "a=private", "wait": 5}'`;

test('[PG-39] a pasted command shows what it sets and what is wrong, and applies the rest', async () => {
  const received = estimates();
  const { app, paste, body } = await openImport();
  expect(body.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
  await paste(command);
  const wrong = within(await body.findByRole('region', { name: 'Not applied' }));
  expect(wrong.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Unknown field "fullpage". Did you mean "full_page"?',
    'width must be a whole number from 100 to 7680.',
  ]);
  const right = body.getByRole('region', { name: 'Options to apply' });
  expect(right.textContent).toBe('Options to applyurlhttps://example.com/retinatruecookies***');
  expect(body.getByText('Not part of this form: wait.')).toBeTruthy();
  await app.user.click(body.getByRole('button', { name: 'Apply 3 options' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('URL').value).toBe('https://example.com/');
  const retina = screen.getByRole('switch', { name: 'Enable High Resolution (2x)' });
  expect(retina.getAttribute('aria-checked')).toBe('true');
  expect(screen.getByLabelText<HTMLInputElement>('Width').value).toBe('1280');
  expect(toastTexts()).toEqual(['3 options were applied.']);
  expect(JSON.stringify(received)).not.toContain('sk_live_secret');
  await app.user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByLabelText<HTMLInputElement>('URL').value).toBe('');
});

test('[PG-39] the API key of a command is masked in the dialog, and stored nowhere', async () => {
  estimates();
  const { paste, body } = await openImport();
  await paste(command);
  const area = body.getByLabelText<HTMLTextAreaElement>('Request');
  expect(area.value).toContain("x-api-key: ***'");
  expect(area.value).toContain('"retina": true');
  expect(body.getByText(/^The API key was removed/)).toBeTruthy();
  await body.findByRole('button', { name: 'Apply 3 options' });
  for (const storage of [localStorage, sessionStorage])
    expect(JSON.stringify(Object.entries(storage))).not.toContain('sk_live_secret');
});

test('[PG-39] text that is no request is not sent, and a failed check can be retried', async () => {
  const received = estimates();
  const { app, paste, body } = await openImport();
  await paste('curl https://example.com/');
  expect(await body.findByText(/^This URL does not capture\./)).toBeTruthy();
  expect(received).toEqual([]);
  let isDown = true;
  const answer = () => (isDown ? failure(429, 'Too many requests.', {}) : estimated);
  fakeServer.use(mockEndpoint('estimateCapture', answer).handler);
  await paste('{"retina": "true"}');
  expect(await body.findByText('Too many requests.')).toBeTruthy();
  expect(body.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
  isDown = false;
  await app.user.click(body.getByRole('button', { name: 'Retry' }));
  expect(await body.findByRole('button', { name: 'Apply 1 option' })).toBeTruthy();
});
