import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Thumbnail, ThumbnailsContext } from '../../../src/features/files/thumbnail.tsx';

const image = (address: string, isTyping: boolean) => (
  <ThumbnailsContext value={!isTyping}>
    <Thumbnail url={address} />
  </ThumbnailsContext>
);

test('[PF-4] no thumbnails are requested during typing, visible ones remain, and a stale one never represents another file', () => {
  const { container, rerender } = render(image('/a.webp', false));
  const shown = () => container.querySelector('img')?.getAttribute('src');
  expect(shown()).toBe('/a.webp');
  rerender(image('/a.webp', true));
  expect(shown()).toBe('/a.webp');
  rerender(image('/b.webp', true));
  expect(shown()).toBeUndefined();
  rerender(image('/b.webp', false));
  expect(shown()).toBe('/b.webp');
});
