import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTypedText } from '../../src/lib/search-params.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('text that something else has written to the URL is not reported, and later text is', () => {
  const reports: (string | null)[] = [];
  const typed: { current?: ReturnType<typeof useTypedText> } = {};
  function Probe() {
    typed.current = useTypedText('before', (text) => reports.push(text));
    return null;
  }
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Probe /> }])} />);
  act(() => typed.current?.[1](''));
  act(() => typed.current?.[2]());
  act(() => void vi.advanceTimersByTime(1_000));
  expect(reports).toEqual([]);
  act(() => typed.current?.[1]('later'));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(reports).toEqual(['later']);
});
