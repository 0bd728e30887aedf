import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  captureButton,
  dialog,
  handOff,
  openPlayground,
  playgroundServer,
  aSetting,
} from './playground-fixtures.tsx';
import { ada, mockEndpoint, fakeServer } from './fake-api.ts';
import { heading, renderApp, toastTexts } from './app.tsx';

const options = {
  url: 'https://example.com/home',
  custom_header: '{"X-Token":"***"}',
  proxy_url: 'http://user:***@proxy.example:80',
};
const setting = aSetting({ options });
const masked = { custom_header: options.custom_header, proxy_url: options.proxy_url };

test('[SS-3] a capture of a loaded setting sends the id of the setting that its masks refer to', async () => {
  const sent = playgroundServer();
  handOff('capture', setting);
  await openPlayground();
  await waitFor(() => expect(sent.url).toHaveLength(1));
  expect(sent.url[0]?.body).toMatchObject({ ...masked, setting_id: 9 });
});

test('[PG-33] the draft of a loaded setting still refers to it after a reload', async () => {
  const sent = playgroundServer();
  handOff('view', setting);
  const { user } = await openPlayground();
  await user.type(screen.getByLabelText('URL'), '/2');
  cleanup();
  const again = await openPlayground();
  await again.user.click(captureButton());
  await waitFor(() => expect(sent.url).toHaveLength(1));
  expect(sent.url[0]?.body).toMatchObject({
    ...masked,
    url: 'https://example.com/home/2',
    setting_id: 9,
  });
});

test('[PG-19] [PG-20] a loaded setting saved as a new one inherits its secrets', async () => {
  playgroundServer();
  handOff('view', setting);
  const { name, description } = setting;
  const create = mockEndpoint('createSavedSetting', { setting, name, description });
  fakeServer.use(create.handler);
  const { user } = await openPlayground();
  await user.click(screen.getByRole('button', { name: 'Save Settings' }));
  const form = await dialog('Save Settings');
  await user.type(form.getByLabelText('Name'), 'Copy{Enter}');
  await waitFor(() => expect(create.received).toHaveLength(1));
  expect(create.received[0]?.body).toMatchObject({ options: masked, secretsFromId: 9 });
  expect(create.received[0]?.body).not.toHaveProperty('options.setting_id');
});

test('[SS-8] a duplicate inherits the secrets of its original', async () => {
  const list = mockEndpoint('listSavedSettings', () => ({ settings: [setting] }));
  const create = mockEndpoint('createSavedSetting', { setting, name: '', description: null });
  fakeServer.use(list.handler, create.handler);
  const { user } = renderApp('/dashboard/saved-settings', { user: ada });
  await heading('Saved Settings');
  await user.click(await screen.findByRole('button', { name: 'More for Home page' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Settings saved successfully.']));
  expect(create.received[0]?.body).toMatchObject({ options: masked, secretsFromId: 9 });
});
