import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCaptureForm } from '../src/features/playground/use-capture-form.ts';

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

/** A form, and a page whose code comes when `arrive` is called. */
function renderForm() {
  const code = Promise.withResolvers<{ Component: () => string }>();
  const router = createMemoryRouter(
    [
      { path: '/form', Component: Form },
      { path: '/next', lazy: () => code.promise },
    ],
    { initialEntries: ['/form'] },
  );
  render(<RouterProvider router={router} />);
  const place = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { router, place, arrive: () => code.resolve({ Component: () => 'Next page' }) };
}

test('what was typed settles in the address', async () => {
  const { place } = renderForm();
  await act(async () => screen.getByRole('button').click());
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(place()).toBe('/form?url=https%3A%2F%2Fexample.com%2F');
});

test('an address that settles late does not call back a page that is on its way', async () => {
  const { router, place, arrive } = renderForm();
  await act(async () => screen.getByRole('button').click());
  await act(async () => void router.navigate('/next'));
  await act(() => vi.advanceTimersByTimeAsync(400));
  arrive();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(place()).toBe('/next');
  expect(screen.getByText('Next page')).toBeTruthy();
});
