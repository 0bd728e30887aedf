import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { findLabelsQuickly } from './labels.ts';
import { computeStylesQuickly } from './computed-style.ts';

// Test files share a worker, its window and libraries; modules of the product hold state and are loaded again for each file.
vi.resetModules();
const page = document.documentElement;
for (const name of page.getAttributeNames()) page.removeAttribute(name);
for (const script of document.querySelectorAll('script')) script.remove();
history.replaceState(null, '', '/');
const { setAnalyticsSink } = await import('../src/lib/analytics/analytics.ts');
const { toasts } = await import('../src/lib/toasts.ts');
const { fakeServer } = await import('./fake-api.ts');

// A page's code is loaded on demand, and the first load compiles it: on a busy machine, that takes
// as long as a test may reasonably take.
configure({
  asyncUtilTimeout: 30_000,
  getElementError: (message) => new Error(message ?? 'not found'),
});

const consoleCalls: unknown[][] = [];

beforeAll(() => fakeServer.listen({ onUnhandledFrame: 'error' }));
afterAll(() => fakeServer.close());

// jsdom counts frame times from its window, `performance` from the process: animations would not advance.
const { requestAnimationFrame: nextFrame } = window;
beforeAll(() => {
  window.requestAnimationFrame = (draw) => nextFrame(() => draw(performance.now()));
});
afterAll(() => {
  window.requestAnimationFrame = nextFrame;
});

beforeEach(() => {
  consoleCalls.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => consoleCalls.push(args));
  vi.spyOn(console, 'warn').mockImplementation((...args: unknown[]) => consoleCalls.push(args));
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
  expect(consoleCalls, 'no console output').toEqual([]);
});

findLabelsQuickly();
afterAll(computeStylesQuickly());

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
