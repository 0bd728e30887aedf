import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFileSearchParams } from '../src/features/files/file-search-params.ts';
import { useCaptureForm } from '../src/features/playground/form/use-capture-form.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Form() {
  const { change } = useCaptureForm({ userId: 'ada', loaded: undefined });
  return (
    <button type="button" onClick={() => change({ url: 'https://example.com/' })}>
      Type
    </button>
  );
}

function Files() {
  const { setText } = useFileSearchParams();
  return (
    <button type="button" onClick={() => setText('home')}>
      Type
    </button>
  );
}

/** Renders a page with an input, and one whose code loads when `finishLoading` is called. */
function renderPages(Component: () => ReactNode) {
  const code = Promise.withResolvers<{ Component: () => string }>();
  const router = createMemoryRouter(
    [
      { path: '/form', Component },
      { path: '/next', lazy: () => code.promise },
    ],
    { initialEntries: ['/form'] },
  );
  render(<RouterProvider router={router} />);
  const currentPath = () => `${router.state.location.pathname}${router.state.location.search}`;
  return {
    router,
    currentPath,
    finishLoading: () => code.resolve({ Component: () => 'Next page' }),
  };
}

test.each([
  ['the playground', Form, '/form?url=https%3A%2F%2Fexample.com%2F'],
  ['the File Manager', Files, '/form?q=home'],
])('input typed in %s is written to the URL after a pause', async (_where, Component, path) => {
  const { currentPath } = renderPages(Component);
  await act(async () => screen.getByRole('button').click());
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(currentPath()).toBe(path);
});

test.each([
  ['the playground', Form],
  ['the File Manager', Files],
])('a delayed URL update of %s does not cancel a pending navigation', async (_where, Component) => {
  const { router, currentPath, finishLoading } = renderPages(Component);
  await act(async () => screen.getByRole('button').click());
  await act(async () => void router.navigate('/next'));
  await act(() => vi.advanceTimersByTimeAsync(400));
  finishLoading();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(currentPath()).toBe('/next');
  expect(screen.getByText('Next page')).toBeTruthy();
});
