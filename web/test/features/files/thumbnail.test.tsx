import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Thumbnail, ThumbnailsContext } from '../../../src/features/files/thumbnail.tsx';

const image = (url: string, isTyping: boolean) => (
  <ThumbnailsContext value={!isTyping}>
    <Thumbnail url={url} />
  </ThumbnailsContext>
);

test('[PF-4] no thumbnails are requested during typing, visible ones remain, and a stale one never represents another file', () => {
  const { container, rerender } = render(image('/a.webp', false));
  const shownUrl = () => container.querySelector('img')?.getAttribute('src');
  expect(shownUrl()).toBe('/a.webp');
  rerender(image('/a.webp', true));
  expect(shownUrl()).toBe('/a.webp');
  rerender(image('/b.webp', true));
  expect(shownUrl()).toBeUndefined();
  rerender(image('/b.webp', false));
  expect(shownUrl()).toBe('/b.webp');
});
