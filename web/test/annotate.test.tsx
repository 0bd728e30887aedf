import type { AnnotatedCopy, Screenshot } from '@shotwright/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// Compiled before the clock of the first test runs.
import '../src/routes/files/annotate.tsx';
import '../src/routes/files.tsx';
import '../src/shell/dashboard-layout.tsx';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, aScreenshot, failure, fakeServer, mockEndpoint } from './fake-api.ts';

const size = { imageWidth: 800, imageHeight: 400 };
const capture = aScreenshot(1, size);
const path = `/dashboard/screenshots/${capture.id}/annotate`;
const copy: AnnotatedCopy = {
  screenshotId: aScreenshot(2).id,
  annotatedFrom: capture.id,
  projectId: 1,
  fileName: 'site-annotated.png',
  screenshotUrl: '/files/2.png',
  thumbnailUrl: '/files/2-small.png',
  bytes: 10,
  width: 800,
  height: 400,
  createdAt: '2026-01-05T10:00:00.000Z',
};

async function openPage(given: Screenshot | Response = capture) {
  fakeServer.use(mockEndpoint('getScreenshot', given).handler);
  const app = renderApp(path, { user: ada });
  await heading('Annotate');
  return app;
}

type User = Awaited<ReturnType<typeof openPage>>['user'];

const mark = (name: RegExp) => screen.findByRole('button', { name, pressed: true });
const marks = () => document.querySelectorAll('[data-mark]');

/** Chooses a tool and adds its mark at the centre, with keys alone. */
async function addByKey(user: User, tool: string): Promise<void> {
  const choice = await screen.findByRole('radio', { name: tool });
  choice.focus();
  await user.keyboard(' ');
  screen.getByRole('button', { name: 'Add at centre' }).focus();
  await user.keyboard('{Enter}');
}

const at = ([clientX, clientY]: [number, number]) => ({
  clientX,
  clientY,
  pointerId: 1,
  button: 0,
});

/** Drags on the image between two of its points. jsdom has no layout, so the image is given one. */
function dragOn(selector: string, from: [number, number], to: [number, number]): void {
  const layer = document.querySelector(selector);
  if (layer === null) throw new Error(`There is no ${selector}.`);
  const plane = layer.closest('[data-layer], [data-draw]');
  if (plane === null) throw new Error('There is no layer.');
  plane.getBoundingClientRect = () => new DOMRect(0, 0, size.imageWidth, size.imageHeight);
  plane.setPointerCapture = () => undefined;
  fireEvent.pointerDown(layer, at(from));
  fireEvent.pointerMove(layer, at([from[0] + 1, from[1] + 1]));
  fireEvent.pointerMove(layer, at(to));
  fireEvent.pointerUp(layer, at(to));
}

test('[RP-6] with keys alone a mark of each kind is added, moved, resized and saved', async () => {
  const save = mockEndpoint('createAnnotatedCopy', copy);
  fakeServer.use(save.handler);
  const app = await openPage();
  const { user } = app;
  expect((await screen.findByRole('button', { name: 'Save copy' })).hasAttribute('disabled')).toBe(
    true,
  );
  await addByKey(user, 'Box');
  expect(await mark(/^Box 1 at 340, 160$/)).toBe(document.activeElement);
  expect(screen.getByText('Box 1 added')).toBeTruthy();
  await user.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowRight}{ArrowUp}{/Shift}');
  expect(screen.getByText('Box 1 resized to 130 × 70')).toBeTruthy();
  await addByKey(user, 'Arrow');
  await user.keyboard('{ArrowLeft}');
  await addByKey(user, 'Blur');
  await addByKey(user, 'Crop');
  await addByKey(user, 'Text');
  const field = await screen.findByRole('textbox', { name: 'Text' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('Look');
  await user.click(screen.getByRole('button', { name: 'Save copy' }));
  await waitFor(() => expect(app.path()).toBe(`/dashboard/files?file=${copy.screenshotId}`));
  const look = { color: '#e01020', thickness: 4 };
  expect(save.received[0]?.body).toEqual({
    marks: [
      { type: 'box', x: 350, y: 170, width: 130, height: 70, ...look },
      { type: 'arrow', x: 330, y: 160, to_x: 450, to_y: 240, ...look },
      { type: 'blur', x: 340, y: 185, width: 120, height: 30 },
      { type: 'text', x: 340, y: 160, text: 'Look', size: 24, color: '#e01020' },
    ],
    crop: { x: 340, y: 160, width: 120, height: 80 },
  });
  expect(toastTexts()).toEqual(['Annotated copy saved']);
});

test('[RP-6] marks are drawn, selected, moved and resized with the pointer', async () => {
  const { user } = await openPage();
  await user.click(await screen.findByRole('radio', { name: 'Box' }));
  dragOn('[data-draw]', [100, 50], [300, 150]);
  expect(await mark(/^Box 1 at 100, 50$/)).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Select' })).toHaveProperty('checked', true);
  dragOn('[data-mark] rect', [100, 60], [120, 90]);
  expect(await mark(/^Box 1 at 120, 80$/)).toBeTruthy();
  dragOn('[data-handle="se"]', [320, 180], [420, 280]);
  const width = screen.getByRole('spinbutton', { name: 'Width, Box 1' });
  expect(width).toHaveProperty('value', '300');
  // A click selects nothing, and a drag is one step of the history.
  dragOn('[data-layer]', [700, 390], [700, 390]);
  expect(screen.queryByRole('button', { pressed: true, name: /^Box 1/ })).toBeNull();
  const undo = screen.getByRole('button', { name: 'Undo' });
  await user.click(undo);
  await user.click(undo);
  expect(screen.getByRole('button', { name: /^Box 1 at 100, 50$/, pressed: false })).toBeTruthy();
  await user.click(undo);
  expect(marks()).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Redo' }));
  expect(marks()).toHaveLength(1);
});

test('[RP-6] a click with a tool adds a mark of usual size; Escape ends the tool', async () => {
  const { user } = await openPage();
  await user.click(await screen.findByRole('radio', { name: 'Blur' }));
  dragOn('[data-draw]', [200, 100], [200, 100]);
  expect(await mark(/^Blur 1 at 140, 85$/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Arrow' }));
  await user.keyboard('{Escape}');
  expect(document.querySelector('[data-draw]')).toBeNull();
  expect(marks()).toHaveLength(1);
});

test('[RP-6] numbers, colour and thickness change the selected mark', async () => {
  const { user } = await openPage();
  await addByKey(user, 'Box');
  const x = screen.getByRole('spinbutton', { name: 'X, Box 1' });
  fireEvent.change(x, { target: { value: '25' } });
  // A value outside of the image is not taken.
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Y, Box 1' }), {
    target: { value: '999' },
  });
  expect(await mark(/^Box 1 at 25, 160$/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Blue' }));
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Thickness in pixels' }), {
    target: { value: '9' },
  });
  const drawn = document.querySelector('[data-mark] rect');
  expect([drawn?.getAttribute('stroke'), drawn?.getAttribute('stroke-width')]).toEqual([
    '#2347d9',
    '9',
  ]);
  // The next mark has the same look.
  await addByKey(user, 'Arrow');
  expect(document.querySelector('[data-mark] line')?.getAttribute('stroke')).toBe('#2347d9');
});

test('[RP-6] Delete removes a mark, Ctrl+Z brings it back, and a second crop replaces the first', async () => {
  const { user } = await openPage();
  await addByKey(user, 'Crop');
  await addByKey(user, 'Crop');
  expect(marks()).toHaveLength(1);
  await user.keyboard('{Delete}');
  expect(marks()).toHaveLength(0);
  expect(screen.getByText('Crop deleted')).toBeTruthy();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Image with marks');
  await user.keyboard('{Control>}z{/Control}');
  expect(marks()).toHaveLength(1);
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(marks()).toHaveLength(0);
  await user.keyboard('{Control>}z{/Control}');
  const list = within(screen.getByRole('list', { name: 'Marks' }));
  await user.click(list.getByRole('button', { name: 'Delete Crop' }));
  expect(screen.getByText(/^No marks yet/)).toBeTruthy();
});

test('[RP-6] a text without letters is not saved: its field says so and has the focus', async () => {
  const save = mockEndpoint('createAnnotatedCopy', copy);
  fakeServer.use(save.handler);
  const { user } = await openPage();
  await addByKey(user, 'Text');
  const field = await screen.findByRole('textbox', { name: 'Text' });
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Save copy' }));
  await screen.findByText('Enter a text, or delete this mark.');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(save.received).toEqual([]);
});

test.each([
  [402, 'The storage of your plan is full.', 'Error / The storage of your plan is full.'],
  [404, 'This screenshot does not exist.', 'Error / This screenshot does not exist.'],
])(
  '[RP-6] error %i when saving keeps the marks, and saving works later',
  async (status, message, toast) => {
    let isFailing = true;
    const save = mockEndpoint('createAnnotatedCopy', () =>
      isFailing ? failure(status, message) : copy,
    );
    fakeServer.use(save.handler);
    const app = await openPage();
    await addByKey(app.user, 'Box');
    await app.user.click(screen.getByRole('button', { name: 'Save copy' }));
    await waitFor(() => expect(toastTexts()).toEqual([toast]));
    expect([app.path(), marks().length]).toEqual([path, 1]);
    isFailing = false;
    await app.user.click(screen.getByRole('button', { name: 'Save copy' }));
    await waitFor(() => expect(app.path()).toContain('/dashboard/files'));
  },
);

test('[RP-6] a lost connection keeps the marks and says so', async () => {
  fakeServer.use(mockEndpoint('createAnnotatedCopy', () => Response.error()).handler);
  const { user } = await openPage();
  await addByKey(user, 'Box');
  await user.click(screen.getByRole('button', { name: 'Save copy' }));
  await waitFor(() =>
    expect(toastTexts()).toEqual(['Error / The copy was not saved. Your marks are kept.']),
  );
  expect(marks()).toHaveLength(1);
});

test('[RP-6] leaving with marks asks first; without any it does not', async () => {
  const app = await openPage();
  await addByKey(app.user, 'Box');
  await app.user.click(screen.getByRole('link', { name: 'Back to the file' }));
  await app.user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(app.path()).toBe(path);
  await app.user.click(screen.getByRole('button', { name: 'Undo' }));
  await app.user.click(screen.getByRole('link', { name: 'Back to the file' }));
  await waitFor(() => expect(app.path()).toBe(`/dashboard/files?file=${capture.id}`));
});

test('[RP-6] an image that is lost keeps the marks, and is loaded again', async () => {
  const { user } = await openPage();
  await addByKey(user, 'Box');
  fireEvent.error(screen.getByRole('img', { name: /^Screenshot of/ }));
  expect(screen.getByRole('alert').textContent).toContain('Your marks are kept.');
  await user.click(screen.getByRole('button', { name: 'Load again' }));
  expect(await screen.findByRole('img', { name: /^Screenshot of/ })).toBeTruthy();
  expect(marks()).toHaveLength(1);
});

test.each<[Partial<Screenshot>, RegExp]>([
  [{ imageWidth: null, imageHeight: null }, /^The file is a document/],
  [{ status: 'FAILED', screenshotUrl: null }, /^The capture failed/],
  [{ screenshotUrl: null }, /was not stored/],
])(
  '[RP-6] a capture with %j cannot be annotated, and the page says why',
  async (change, reason) => {
    await openPage({ ...capture, ...change });
    expect(await screen.findByText(reason)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save copy' })).toBeNull();
  },
);

test('[RP-6] a capture that does not exist leads back to the File Manager', async () => {
  await openPage(failure(404, 'This screenshot does not exist.'));
  expect(await screen.findByText('This file does not exist')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open File Manager' })).toBeTruthy();
});

test('[RP-6, TM-2] a viewer may not annotate', async () => {
  renderApp(path, { user: { ...ada, role: 'viewer' } });
  expect(await screen.findByText('Your role does not include this page')).toBeTruthy();
});
