import { expect, test } from 'vitest';
import {
  addItems,
  bodyOf,
  chosenIds,
  draftOf,
  isChanged,
  moveItem,
} from '../../../src/features/reports/report.rules.ts';
import { aReport, anItem } from '../../reports.page.ts';

test('[RP-5] a moved item takes its new position, and the others keep their order', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moveItem(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
});

test('[RP-5] a draft is changed by its values, its captures and their order', () => {
  const report = aReport();
  const draft = draftOf(report);
  expect(isChanged(draft, report)).toBe(false);
  expect(isChanged({ ...draft, title: 'Shop review ' }, report)).toBe(false);
  expect(isChanged({ ...draft, title: 'Other' }, report)).toBe(true);
  expect(isChanged({ ...draft, items: moveItem(draft.items, 0, 1) }, report)).toBe(true);
});

test('[RP-5] deleted captures are not saved again', () => {
  const items = [anItem(1, { screenshotId: null }), anItem(2, { caption: ' Two ' })];
  expect(bodyOf(draftOf(aReport({ items }))).items).toEqual([
    { screenshot_id: anItem(2).screenshotId, caption: 'Two' },
  ]);
});

test('[RP-5] a report holds at most 100 captures', () => {
  const { caption: _, ...choice } = anItem(1);
  const choices = Array.from({ length: 101 }, () => ({ ...choice, screenshotId: 'id' }));
  expect(addItems([], choices)).toHaveLength(100);
});

test('[RP-5] the URL of a new report names captures; other text is ignored', () => {
  const id = '0190f5a4-0000-7000-8000-0000000000b1';
  expect(chosenIds(`${id},x,${id}`)).toEqual([id, id]);
  expect(chosenIds(null)).toEqual([]);
});
