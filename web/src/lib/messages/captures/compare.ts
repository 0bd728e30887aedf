import { counted } from '../../format/format.ts';

/** Messages of the page that compares two captures. */
export const compareMessages = {
  title: 'Compare captures',
  lead: 'What changed between two captures, pixel by pixel.',
  sides: { a: 'Before', b: 'After' },
  swap: 'Swap',
  copyLink: 'Copy link',

  emptyTitle: 'Nothing to compare yet',
  emptyText: 'Select two screenshots in the File Manager, then choose Compare.',
  toFiles: 'Open File Manager',
  docs: 'About comparisons',

  openFile: 'Open file',
  openFileOf: (side: string) => `Open file of ${side}`,
  unknown: 'Not available',

  comparing: 'Comparing…',
  failed: 'The captures could not be compared.',
  waiting: 'The comparison starts when both captures are complete.',
  identical: 'Identical',
  identicalText: 'Every pixel of the two captures is the same.',
  noChange: 'No change',
  noChangeText:
    'No change beyond the tolerance. Some pixels differ, but by less, or only by the smoothing of edges.',
  noChangeOutside: 'No change beyond the tolerance outside the ignored regions.',
  changed: (percent: string) => `${percent} changed`,
  changedText: (pixels: string, total: string, regions: string) =>
    `${pixels} of ${total} pixels, in ${counted(regions, 'region')}.`,
  sizeDiffers: (before: string, after: string) =>
    `The sizes differ: Before is ${before} pixels, After is ${after}. Both start at the top left corner, and the area that only one of them covers counts as changed.`,
  size: (width: number, height: number) => `${String(width)} × ${String(height)}`,

  tolerance: 'Tolerance',
  toleranceHelp: 'From 0 (every difference counts) to 1',
  toleranceValue: 'Tolerance as a number',

  view: 'View',
  views: { side: 'Side by side', slider: 'Slider', overlay: 'Overlay', difference: 'Difference' },
  position: 'Divider',
  positionValue: 'Divider in percent from the left',
  divider: 'Divider between Before and After',
  dividerAt: (percent: number) => `${String(percent)} % Before`,
  opacity: 'Opacity of After',
  opacityValue: 'Opacity of After in percent',
  image: (side: string) => `Image ${side}`,
  bothImages: 'Both images',
  over: 'After over Before',
  legend: { changed: 'Changed', ignored: 'Ignored' },
  differenceImage: 'Difference',
  noDifference: 'There is no image of the difference.',
  differenceAlt: 'The later capture, pale, with the changed pixels in red',
  imageFailed: 'The image could not be displayed. Its link may have expired: reload the page.',

  ignored: 'Ignored regions',
  ignoredHelp:
    'Changes inside of them do not count. Use them for ads, clocks and other moving parts.',
  draw: 'Draw on the image',
  drawHint: 'Drag a rectangle on the image. Escape ends drawing.',
  x: 'X',
  y: 'Y',
  width: 'Width',
  height: 'Height',
  add: 'Add region',
  regionWrong: 'Enter whole numbers of pixels; width and height are at least 1.',
  regionOutside: (size: string) => `The region must start inside the images, which cover ${size}.`,
  regionsFull: (max: number) => `At most ${String(max)} regions can be ignored.`,
  region: (width: number, height: number, at: string) =>
    `${String(width)} × ${String(height)} at ${at}`,
  removeAll: 'Remove all',

  changes: 'Changed regions',
  changesLargest: (shown: string, total: string) => `The ${shown} largest of ${total}.`,
  noChanges: 'No changed regions.',
  show: 'Show the change',
  ignoreOf: (region: string) => `Ignore the change ${region}`,
  pixels: (count: string) => `${count} px`,
} as const;
