import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPlayground, playgroundServer } from './playground-fixtures.tsx';

const link = '/dashboard/playground?url=https%3A%2F%2Fexample.com&width=320';
const width = () => screen.getByLabelText<HTMLInputElement>('Width');

test('[PG-33] input right before a reload is kept, although the URL still has the earlier value', async () => {
  playgroundServer();
  await openPlayground(link);
  fireEvent.change(width(), { target: { value: '400' } });
  fireEvent(window, new Event('pagehide'));
  cleanup();
  await openPlayground(link);
  expect(width().value).toBe('400');
  cleanup();
  await openPlayground(link.replace('320', '500'));
  expect(width().value).toBe('500');
});
