import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aFile } from '../../files.page.tsx';
import { firstFiles, useVisibleRowsFirst } from '../../../src/features/files/visible-rows-first.ts';

const filesOf = (...numbers: readonly number[]) => numbers.map((n) => aFile(n));
const [old, found] = [filesOf(1, 2, 3, 4, 5), filesOf(4, 7, 8, 9)];

test('rows in the viewport are rendered first, above the previous rows below it', () => {
  expect(firstFiles({ files: found, painted: old, inView: 2 })).toEqual(filesOf(4, 7, 3));
});

test('no rows of an earlier search remain below results that fit the viewport', () => {
  for (const inView of [4, 5])
    expect(firstFiles({ files: found, painted: old, inView })).toEqual(found);
});

test('[PF-4] rows below the viewport are rendered in a second step, both after a keystroke and after loading', async () => {
  const rendered: (readonly [lastAt: number, step: string])[] = [];
  const many = Array.from({ length: 25 }, (_, n) => aFile(n));
  const { rerender } = renderHook(
    ({ files, search }) => {
      const now = useVisibleRowsFirst(files, search);
      rendered.push([now.files?.indexOf(many.at(-1)!) ?? -1, now.step]);
    },
    { initialProps: { files: undefined as typeof many | undefined, search: '' } },
  );
  const change = async (props: { files: typeof many; search: string }) => {
    rendered.length = 0;
    rerender(props);
    await waitFor(() => expect(rendered.at(-1)?.[1]).toBe(`all ${props.search}`));
    return rendered;
  };
  expect(await change({ files: many, search: '' })).toEqual([
    [-1, 'first '],
    [24, 'all '],
  ]);
  const reversed = many.toReversed();
  expect(await change({ files: reversed, search: 'site' })).toEqual([
    [0, 'first site'],
    [0, 'all site'],
  ]);
  expect((await change({ files: many, search: 'site' }))[0]).toEqual([24, 'all site']);
});
