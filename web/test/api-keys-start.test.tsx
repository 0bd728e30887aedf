import type { ApiKey, Project } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aKey } from './api-keys.page.tsx';
import { renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, failure, fakeServer, someProjects } from './fake-api.ts';

const first = aKey(9, { name: 'First key', projectId: 1 });

/** Opens an account without a key, in which `projects` exist and keys can be created. */
async function openEmpty(
  projects: Project[],
  respondToCreate: () => { apiKey: ApiKey } | Response,
) {
  let keys: ApiKey[] = [];
  const project = mockEndpoint('createProject', () => {
    projects.push(...someProjects(1));
    return { project: projects[0]! };
  });
  const key = mockEndpoint('createApiKey', () => {
    const mocked = respondToCreate();
    if (!(mocked instanceof Response)) keys = [mocked.apiKey];
    return mocked;
  });
  fakeServer.use(
    mockEndpoint('listProjects', () => ({ projects })).handler,
    mockEndpoint('listApiKeys', () => ({ apiKeys: keys })).handler,
    project.handler,
    key.handler,
  );
  return { app: renderApp('/dashboard/api-keys', { user: ada }), project, key };
}

describe('one-click start', () => {
  test('[AK-9] an empty account creates project and key, and shows the panel with the real key', async () => {
    const { app, project, key } = await openEmpty([], () => ({ apiKey: first }));
    await app.user.click(await screen.findByRole('button', { name: 'Create project and key' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Your key: First key' }));
    expect(panel.getByText(new RegExp(`x-api-key: ${first.key}`))).toBeTruthy();
    expect(panel.getByText('Waiting for the first request…')).toBeTruthy();
    expect(panel.getByRole('button', { name: 'Run it for me' })).toBeTruthy();
    expect(project.received.map(({ body }) => body)).toEqual([{ name: 'First project' }]);
    expect(key.received.map(({ body }) => body)).toEqual([
      { name: 'First key', monthlyLimit: null, projectId: 1 },
    ]);
    expect(toastTexts()).toEqual(['API key created successfully']);
  });

  test('if creating the key fails, the next click does not create a second project', async () => {
    let isDown = true;
    const { app, project, key } = await openEmpty([], () =>
      isDown ? failure(503, 'Busy.') : { apiKey: first },
    );
    await app.user.click(await screen.findByRole('button', { name: 'Create project and key' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Busy.']));
    isDown = false;
    await app.user.click(await screen.findByRole('button', { name: 'Create a key in one click' }));
    await screen.findByRole('dialog', { name: 'Your key: First key' });
    expect([project.received.length, key.received.length]).toEqual([1, 2]);
  });
});
