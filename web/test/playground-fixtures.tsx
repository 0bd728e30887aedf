import type { SavedSetting, Screenshot } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { storageKeys } from '../src/lib/storage-keys.ts';
// Compiled before the clock of the first test runs.
import '../src/routes/playground.tsx';
import '../src/shell/dashboard-layout.tsx';
import { heading, renderApp } from './app.tsx';
import { ada, answer, aScreenshot, fakeServer } from './fake-api.ts';

/** The id under which {@link playgroundServer} runs every capture. */
export const captureId = aScreenshot(1).id;

/** Devices of every kind. */
export const devices = [
  { name: 'iPhone 15', width: 393, height: 659, deviceScaleFactor: 3, isMobile: true },
  { name: 'iPad Mini', width: 768, height: 1024, deviceScaleFactor: 2, isMobile: true },
  { name: 'Desktop Chrome', width: 1280, height: 720, deviceScaleFactor: 1, isMobile: false },
].map((device) => ({ ...device, hasTouch: device.isMobile }));

/** A capture that succeeds at once, on a server without event streams; answers what was sent. */
export function playgroundServer(outcome: Partial<Screenshot> = {}) {
  const accepted = {
    requestId: captureId,
    creditRequired: 1,
    statusUrl: `/api/v1/screenshots/${captureId}`,
    projectId: 1,
  };
  const url = answer('captureUrlFromDashboard', accepted);
  const html = answer('captureHtmlFromDashboard', accepted);
  fakeServer.use(
    answer(
      'listDeviceNames',
      devices.map(({ name }) => name),
    ).handler,
    answer('listDevices', { devices }).handler,
    http.get('*/api/v1/screenshots/:id/events', () => new HttpResponse(null, { status: 404 })),
    answer('getScreenshot', aScreenshot(1, outcome)).handler,
    url.handler,
    html.handler,
  );
  return { url: url.received, html: html.received };
}

/** Opens the playground for Ada. */
export async function openPlayground(path = '/dashboard/playground') {
  const app = renderApp(path, { user: ada });
  await heading('Playground');
  await waitFor(() => screen.getByRole('combobox', { name: 'Project' }));
  return app;
}

/** Names the page and the project, so that the form is complete. */
export async function fillIn(person: Awaited<ReturnType<typeof openPlayground>>['person']) {
  await person.type(screen.getByLabelText('URL'), 'https://example.com');
  await chooseProject(person);
}

/** Chooses from the project select. */
export async function chooseProject(
  person: Awaited<ReturnType<typeof openPlayground>>['person'],
  name = 'Project 2',
) {
  await person.click(screen.getByRole('combobox', { name: 'Project' }));
  await person.click(await screen.findByRole('option', { name }));
}

/** The main button of the form. */
export function captureButton(): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', {
    name: /^Captur(e Screenshot|ing\.\.\.)$/,
  });
}

/** A saved setting, ready to be handed over. */
export function aSetting(change: Partial<SavedSetting> = {}): SavedSetting {
  return {
    id: 9,
    name: 'Home page',
    description: 'Every Tuesday',
    projectId: 3,
    project: { name: 'Project 3' },
    options: { url: 'https://example.com/home', full_page: 'true', width: '1024', height: '600' },
    createdAt: '2026-01-05T10:00:00.000Z',
    ...change,
  };
}

/** Hands a setting to the playground as the Saved Settings page does. */
export function handOver(action: 'view' | 'edit' | 'capture', setting = aSetting()): void {
  sessionStorage.setItem(storageKeys.loadedSettings, JSON.stringify({ action, setting }));
}

/** The open dialog. */
export async function dialog(name: string) {
  return within(await screen.findByRole('dialog', { name }));
}
