import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aKey } from './api-keys.page.tsx';
import { fakeServer, mockEndpoint } from './fake-api.ts';
import { fillIn, openPlayground, playgroundServer } from './playground-fixtures.tsx';

const key = aKey(5, { name: 'CI', key: 'sk_live_0123456789abcdef' });
const link = 'http://localhost/api/v1/take/screenshot.png?a=1&signature=x';
const created = (url: string) => ({
  url,
  expiresAt: '2026-02-05T10:00:00.000Z',
  creditRequired: 2,
});

/** Opens the Link view of the Developer panel for a filled form. */
async function openLinkView(url = link) {
  playgroundServer();
  const create = mockEndpoint('createLink', created(url));
  fakeServer.use(mockEndpoint('listApiKeys', { apiKeys: [key] }).handler, create.handler);
  const { user } = await openPlayground();
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Developer' }));
  const panel = within(screen.getByRole('complementary', { name: 'Developer' }));
  await user.click(panel.getByRole('radio', { name: 'Link' }));
  await panel.findByRole('combobox', { name: 'API key' });
  return { user, panel, create };
}

test('[DL-19] the Link view makes a link of the form, shows its price, and samples to paste', async () => {
  const { user, panel, create } = await openLinkView();
  await user.click(panel.getByRole('button', { name: 'Create link' }));
  expect(await panel.findByText(/2 credits for a new capture/)).toBeTruthy();
  expect(create.received[0]?.body).toMatchObject({
    url: 'https://example.com',
    file_type: 'png',
    name: 'screenshot.png',
    expires_in: 30 * 86_400,
    api_key_id: 5,
  });
  await user.click(panel.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(link);
  const samples = {
    HTML: `<img src="${link.replace('&', '&amp;')}" alt="Screenshot of example.com" loading="lazy">`,
    Markdown: `![Screenshot of example.com](${link})`,
    'Google Sheets': `=IMAGE("${link}")`,
    Notion: link,
  };
  for (const [name, text] of Object.entries(samples)) {
    await user.click(panel.getByRole('tab', { name }));
    await user.click(await panel.findByRole('button', { name: `Copy ${name}` }));
    expect(await navigator.clipboard.readText()).toBe(text);
  }
  await user.click(screen.getByRole('switch', { name: 'Full Page' }));
  expect(panel.getByText('The options have changed since the last link.')).toBeTruthy();
});

test('[DL-13] a link for any URL of a site has a pattern, and a formula that reads the URL from a cell', async () => {
  const open = 'http://localhost/api/v1/take?link=token&url=';
  const { user, panel, create } = await openLinkView(open);
  await user.click(panel.getByRole('radio', { name: 'Any URL of a site' }));
  const pattern = panel.getByRole('textbox', { name: 'URL pattern' });
  expect(pattern).toHaveProperty('value', 'https://example.com/*');
  await user.type(pattern, 'x');
  await user.click(panel.getByRole('button', { name: 'Create link' }));
  await user.click(await panel.findByRole('tab', { name: 'Google Sheets' }));
  await user.click(await panel.findByRole('button', { name: 'Copy Google Sheets' }));
  expect(await navigator.clipboard.readText()).toBe(`=IMAGE("${open}" & ENCODEURL(A2))`);
  expect(create.received[0]?.body).toMatchObject({ url_pattern: 'https://example.com/*x' });
  expect(create.received[0]?.body).not.toHaveProperty('url');
});

test('pasted HTML has no link', async () => {
  const { user, panel } = await openLinkView();
  await user.click(screen.getByRole('radio', { name: /HTML Code/ }));
  expect(panel.getByText(/Links capture web pages/)).toBeTruthy();
  expect(panel.queryByRole('button', { name: 'Create link' })).toBeNull();
});

test('a link of a form without a project leaves the project out', async () => {
  playgroundServer();
  const create = mockEndpoint('createLink', created(link));
  fakeServer.use(mockEndpoint('listApiKeys', { apiKeys: [key] }).handler, create.handler);
  const { user } = await openPlayground('/dashboard/playground?url=https://example.com');
  await user.click(screen.getByRole('button', { name: 'Developer' }));
  const panel = within(screen.getByRole('complementary', { name: 'Developer' }));
  await user.click(panel.getByRole('radio', { name: 'Link' }));
  await user.click(await panel.findByRole('button', { name: 'Create link' }));
  await panel.findByRole('button', { name: 'Copy link' });
  expect(create.received[0]?.body).not.toHaveProperty('project_id');
});
