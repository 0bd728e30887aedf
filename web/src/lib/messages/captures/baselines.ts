import type { BaselineCheck } from '@shotwright/contract';

/** Messages of baselines: their list, and the checks of captures. Source: acceptance RP-2. */
export const baselineMessages = {
  title: 'Baselines',
  lead: 'Approved captures that later ones of the same URL and options are compared with.',
  list: 'Baselines',
  columns: {
    image: 'Image',
    url: 'URL',
    size: 'Size',
    tolerance: 'Tolerance',
    approved: 'Approved',
    actions: 'Actions',
  },
  open: (url: string) => `Open ${url} in File Manager`,
  details: 'Open details',
  by: (name: string) => `by ${name}`,
  remove: 'Remove baseline',
  removeOf: (url: string) => `Remove the baseline of ${url}`,
  emptyTitle: 'No baselines yet',
  emptyTitleTest: 'No baselines of test captures yet',
  emptyText:
    'Open a capture of a URL in the File Manager and approve it. Later captures of that URL with the same options then show what changed.',
  toFiles: 'Open File Manager',
  loadFailed: 'Failed to load baselines',
  loadFailedHelp: 'Your baselines are safe. Try again.',

  section: 'Baseline',
  approve: 'Approve as baseline',
  approving: 'Approving...',
  approved: 'Baseline approved.',
  approveFailed: 'Failed to approve the baseline',
  compare: 'Compare with baseline',
  check: 'Check now',
  checking: 'Checking...',
  checkFailed: 'Failed to compare with the baseline',
  removeTitle: 'Remove this baseline?',
  removeText: (url: string) =>
    `Later captures of ${url} with the same options will not be compared. The screenshot itself is kept.`,
  keep: 'Keep baseline',
  removing: 'Removing...',
  removed: 'Baseline removed.',
  removeFailed: 'Failed to remove the baseline',

  badges: {
    baseline: 'Baseline',
    matched: 'Matches baseline',
    failed: 'Not compared',
    new: 'No baseline',
  } satisfies Record<Exclude<BaselineCheck['status'], 'changed'>, string>,
  changed: (percent: string) => `Changed ${percent}`,
  compareOf: (badge: string, source: string) => `${badge}: compare ${source} with its baseline`,
  states: {
    none: 'Approve this capture, and later ones of the same URL and options are compared with it.',
    unchecked: 'This capture was not compared with a baseline.',
    baseline:
      'This capture is the baseline: later ones of the same URL and options are compared with it.',
    matched: 'This capture shows the same as its baseline.',
    new: 'There is no baseline of the same URL and options.',
  },
  matchedWithin: (percent: string) =>
    `${percent} of the image differs from the baseline, which its tolerance allows.`,
  changedBy: (percent: string) => `${percent} of the image differs from the baseline.`,
  sizeDiffers: 'The sizes differ, too.',
} as const;
