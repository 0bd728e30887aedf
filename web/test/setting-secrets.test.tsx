import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  captureButton,
  dialog,
  handOver,
  openPlayground,
  playgroundServer,
  aSetting,
} from './playground-fixtures.tsx';
import { ada, answer, fakeServer } from './fake-api.ts';
import { heading, renderApp, toastWords } from './app.tsx';

const options = {
  url: 'https://example.com/home',
  custom_header: '{"X-Token":"***"}',
  proxy_url: 'http://user:***@proxy.example:80',
};
const setting = aSetting({ options });
const masked = { custom_header: options.custom_header, proxy_url: options.proxy_url };

test('[SS-3] a capture of a loaded setting names the setting whose secrets its masks stand for', async () => {
  const sent = playgroundServer();
  handOver('capture', setting);
  await openPlayground();
  await waitFor(() => expect(sent.url).toHaveLength(1));
  expect(sent.url[0]?.body).toMatchObject({ ...masked, setting_id: 9 });
});

test('[PG-33] the draft of a loaded setting still names it after a reload', async () => {
  const sent = playgroundServer();
  handOver('view', setting);
  const { person } = await openPlayground();
  await person.type(screen.getByLabelText('URL'), '/2');
  cleanup();
  const again = await openPlayground();
  await again.person.click(captureButton());
  await waitFor(() => expect(sent.url).toHaveLength(1));
  expect(sent.url[0]?.body).toMatchObject({
    ...masked,
    url: 'https://example.com/home/2',
    setting_id: 9,
  });
});

test('[PG-19] [PG-20] a loaded setting that is saved as a new one takes its secrets along', async () => {
  playgroundServer();
  handOver('view', setting);
  const { name, description } = setting;
  const create = answer('createSavedSetting', { setting, name, description });
  fakeServer.use(create.handler);
  const { person } = await openPlayground();
  await person.click(screen.getByRole('button', { name: 'Save Settings' }));
  const form = await dialog('Save Settings');
  await person.type(form.getByLabelText('Name'), 'Copy{Enter}');
  await waitFor(() => expect(create.received).toHaveLength(1));
  expect(create.received[0]?.body).toMatchObject({ options: masked, secretsFromId: 9 });
  expect(create.received[0]?.body).not.toHaveProperty('options.setting_id');
});

test('[SS-8] a duplicate takes the secrets of its original along', async () => {
  const list = answer('listSavedSettings', () => ({ settings: [setting] }));
  const create = answer('createSavedSetting', { setting, name: '', description: null });
  fakeServer.use(list.handler, create.handler);
  const { person } = renderApp('/dashboard/saved-settings', { user: ada });
  await heading('Saved Settings');
  await person.click(await screen.findByRole('button', { name: 'More for Home page' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
  await waitFor(() => expect(toastWords()).toEqual(['Settings saved successfully.']));
  expect(create.received[0]?.body).toMatchObject({ options: masked, secretsFromId: 9 });
});
