import type { SavedSetting, Screenshot } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
// Compiled before the clock of the first test runs.
import '../src/routes/playground.tsx';
import '../src/shell/dashboard-layout.tsx';
import { enter, heading, renderApp } from './app.tsx';
import { ada, mockEndpoint, aScreenshot, fakeServer } from './fake-api.ts';

/** ID of every capture on {@link playgroundServer}. */
export const captureId = aScreenshot(1).id;

/** Devices of every kind. */
export const devices = [
  { name: 'iPhone 15', width: 393, height: 659, deviceScaleFactor: 3, isMobile: true },
  { name: 'iPad Mini', width: 768, height: 1024, deviceScaleFactor: 2, isMobile: true },
  { name: 'Desktop Chrome', width: 1280, height: 720, deviceScaleFactor: 1, isMobile: false },
].map((device) => ({ ...device, hasTouch: device.isMobile }));

/** A capture that succeeds at once, on a server without event streams; returns the received requests. */
export function playgroundServer(outcome: Partial<Screenshot> = {}) {
  const accepted = {
    requestId: captureId,
    creditRequired: 1,
    statusUrl: `/api/v1/screenshots/${captureId}`,
    projectId: 1,
  };
  const url = mockEndpoint('captureUrlFromDashboard', accepted);
  const html = mockEndpoint('captureHtmlFromDashboard', accepted);
  fakeServer.use(
    mockEndpoint(
      'listDeviceNames',
      devices.map(({ name }) => name),
    ).handler,
    mockEndpoint('listDevices', { devices }).handler,
    mockEndpoint('getScreenshot', aScreenshot(1, outcome)).handler,
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

/** Fills in the URL and the project, so that the form is complete. */
export async function fillIn(user: Awaited<ReturnType<typeof openPlayground>>['user']) {
  await enter(user, screen.getByLabelText('URL'), 'https://example.com');
  await chooseProject(user);
}

/** Chooses from the project select. */
export async function chooseProject(
  user: Awaited<ReturnType<typeof openPlayground>>['user'],
  name = 'Project 2',
) {
  await user.click(screen.getByRole('combobox', { name: 'Project' }));
  await user.click(await screen.findByRole('option', { name }));
}

/** The trigger of the options after the specified ones. */
export function moreOptions(): HTMLElement {
  return screen.getByRole('button', { name: /^More options/ });
}

/** Queries within a group of these options. */
export function group(name: string) {
  return within(screen.getByRole('group', { name }));
}

/** Expands these options and all their groups. */
export async function openMore(
  user: Awaited<ReturnType<typeof openPlayground>>['user'],
): Promise<void> {
  await user.click(moreOptions());
  const collapsed = await screen.findAllByRole('button', { name: /\d options?$/, expanded: false });
  for (const trigger of collapsed) await user.click(trigger);
}

/** The main button of the form. */
export function captureButton(): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', {
    name: /^Captur(e Screenshot|ing\.\.\.)$/,
  });
}

/** A saved setting that can be handed to the playground. */
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

/** Hands a setting over to the playground as the Saved Settings page does. */
export function handOff(action: 'view' | 'edit' | 'capture', setting = aSetting()): void {
  sessionStorage.setItem(storageKeys.loadedSettings, JSON.stringify({ action, setting }));
}

/** The open dialog. */
export async function dialog(name: string) {
  return within(await screen.findByRole('dialog', { name }));
}
