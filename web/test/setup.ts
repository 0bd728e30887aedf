import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';

// Files share a worker with its window and libraries; the product's modules, some of which keep state, are each file's own.
vi.resetModules();
const page = document.documentElement;
for (const name of page.getAttributeNames()) page.removeAttribute(name);
for (const script of document.querySelectorAll('script')) script.remove();
history.replaceState(null, '', '/');
const { setAnalyticsSink } = await import('../src/lib/analytics.ts');
const { toasts } = await import('../src/lib/toasts.ts');
const { fakeServer } = await import('./fake-api.ts');

// A page's code is loaded on demand, and the first load compiles it.
configure({
  asyncUtilTimeout: 10_000,
  getElementError: (message) => new Error(message ?? 'not found'),
});

const complaints: unknown[][] = [];

beforeAll(() => fakeServer.listen({ onUnhandledFrame: 'error' }));
afterAll(() => fakeServer.close());

// jsdom counts a frame's time from its window, `performance` from the process: what animates would stand still meanwhile.
const { requestAnimationFrame: nextFrame } = window;
beforeAll(() => {
  window.requestAnimationFrame = (draw) => nextFrame(() => draw(performance.now()));
});
afterAll(() => {
  window.requestAnimationFrame = nextFrame;
});

beforeEach(() => {
  complaints.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => complaints.push(words));
  vi.spyOn(console, 'warn').mockImplementation((...words: unknown[]) => complaints.push(words));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  fakeServer.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; Max-Age=0; Path=/`;
  toasts.reset();
  setAnalyticsSink(undefined);
  document.title = '';
  Reflect.deleteProperty(document, 'hidden');
  Reflect.deleteProperty(navigator, 'onLine');
  // oxlint-disable-next-line vitest/no-standalone-expect -- this holds for every test
  expect(complaints, 'the console stays quiet').toEqual([]);
});

window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
});
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
Element.prototype.getAnimations ??= () => [];
