import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useReturnFocus } from '../src/lib/use-return-focus.ts';

let button: HTMLButtonElement;
let heading: HTMLElement | null;
beforeEach(() => {
  document.body.innerHTML =
    '<h1 tabindex="-1">Files</h1><button>Delete</button><button>Other</button>';
  button = document.querySelector('button')!;
  heading = document.querySelector('h1');
});
afterEach(() => {
  document.body.innerHTML = '';
});

function closeDialog(): void {
  const { result } = renderHook(() => useReturnFocus());
  button.focus();
  result.current.remember();
  result.current.finalFocus()?.focus();
}

test('[CP-5] the focus moves to the heading when the opener is removed after the dialog has closed', async () => {
  closeDialog();
  expect(document.activeElement).toBe(button);
  button.remove();
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('[CP-5] a focus that has moved elsewhere is unchanged when the opener is removed', async () => {
  closeDialog();
  const other = document.querySelectorAll('button')[1]!;
  other.focus();
  button.remove();
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(other);
});
