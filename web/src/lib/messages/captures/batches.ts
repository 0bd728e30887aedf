import { counted } from '../../format/format.ts';

/** Messages of the list of batches and of one batch. Source: acceptance RP-3. */
export const batchMessages = {
  title: 'Batches',
  lead: 'Many pages captured with one request, and downloaded as one zip.',
  create: 'New batch',
  list: 'Batches',
  columns: {
    name: 'Name',
    status: 'Status',
    captures: 'Captures',
    credits: 'Credits',
    created: 'Created',
  },
  statuses: { RUNNING: 'Running', COMPLETE: 'Complete', CANCELLED: 'Cancelled' },
  unnamed: (date: string) => `Batch of ${date}`,
  emptyTitle: 'No batches yet',
  emptyText: 'Paste a list of URLs, choose a CSV file, or name a website with a sitemap.',
  loadFailed: 'Failed to load batches',
  loadFailedHelp: 'Your batches are safe. Try again.',

  back: 'All batches',
  oneFailed: 'Failed to load this batch',
  notFoundTitle: 'This batch does not exist',
  notFoundText: 'It may have been deleted with its project.',
  progress: 'Progress',
  ended: (ended: string, items: string) => `${ended} of ${items}`,
  /** Counts of a batch, without those that are zero. */
  counts: (counts: Readonly<Record<CountName, number>>) =>
    countNames
      .filter((name) => counts[name] > 0)
      .map((name) => `${String(counts[name])} ${countWords[name]}`)
      .join(' · '),
  charged: (credits: string) => `${counted(credits, 'credit')} charged`,

  downloadZip: 'Download zip',
  zipping: 'Preparing the zip',
  stop: 'Stop',
  zipFailed: 'Failed to download the zip',
  zipped: 'Zip downloaded successfully',
  report: 'Create report',
  retryFailed: (count: number) => `Retry ${counted(String(count), 'failed capture')}`,
  retrying: 'Retrying...',
  retried: (count: number) => `${counted(String(count), 'capture')} requested`,
  retryRejected: 'Failed to retry the captures',
  pause: 'Pause',
  pausing: 'Pausing...',
  resume: 'Resume',
  resuming: 'Resuming...',
  paused: 'Paused',
  pauseFailed: 'Failed to pause the batch',
  resumeFailed: 'Failed to resume the batch',
  cancel: 'Cancel batch',
  cancelTitle: 'Cancel this batch?',
  cancelText: 'Captures that are queued or running end free of charge. Finished images are kept.',
  keep: 'Keep running',
  cancelling: 'Cancelling...',
  cancelled: 'Batch cancelled successfully',
  cancelFailed: 'Failed to cancel the batch',

  items: 'Captures',
  itemsNoun: 'captures',
  itemColumns: { index: 'No.', image: 'Image', url: 'URL', result: 'Result' },
  filter: 'Status',
  allStatuses: 'All statuses',
  noItemsTitle: 'No captures with this status',
  noItemsText: 'Choose another status.',
  showAll: 'Show all',
  itemsFailed: 'Failed to load the captures',
  openItem: (url: string) => `Open ${url} in File Manager`,
  html: 'HTML',
} as const;

const countWords = {
  complete: 'captured',
  failed: 'failed',
  processing: 'running',
  pending: 'queued',
  deleted: 'deleted',
} as const;
type CountName = keyof typeof countWords;
const countNames: readonly CountName[] = ['complete', 'failed', 'processing', 'pending', 'deleted'];

const leftOutWords = {
  duplicates: 'repeated',
  otherSites: 'of other sites',
  filtered: 'with other paths',
  invalid: 'without a valid URL',
} as const;
type LeftOutName = keyof typeof leftOutWords;
const leftOutNames: readonly LeftOutName[] = ['duplicates', 'otherSites', 'filtered', 'invalid'];

/** Messages of the form for a new batch. Source: acceptance RP-3, SS-9. */
export const newBatchMessages = {
  title: 'New batch',
  lead: 'Capture a list of pages with the same options.',
  urls: 'URLs',
  urlsHelp:
    'One a line, a table from a spreadsheet, or a sitemap. Columns named like capture options, such as width, apply to their page.',
  placeholder: 'https://example.com\nhttps://example.com/pricing',
  chooseFile: 'Choose file',
  drop: 'or drop a CSV, text or sitemap file on this page',
  sitemap: {
    legend: 'Pages of a website',
    url: 'Website or sitemap',
    urlHelp: 'Lists the pages of its sitemap.',
    urlPlaceholder: 'example.com',
    pattern: 'Only paths',
    patternHelp: '* is any text.',
    patternPlaceholder: '/blog/*',
    read: 'List pages',
    reading: 'Reading...',
    failed: 'The sitemap could not be read.',
    found: (pages: string, sitemaps: number) =>
      `${counted(pages, 'page')} listed from ${counted(String(sitemaps), 'sitemap')}.`,
    /** Returns what is not listed; empty if nothing is left out. */
    leftOut: (counts: Readonly<Record<LeftOutName, number>>) => {
      const parts = leftOutNames
        .filter((name) => counts[name] > 0)
        .map((name) => `${String(counts[name])} ${leftOutWords[name]}`);
      return parts.length === 0 ? '' : ` Left out: ${parts.join(', ')}.`;
    },
    more: 'The sitemap has more pages. Name a path to list others.',
  },
  fileTooLarge: (limit: string) => `The file is larger than ${limit}.`,
  fileUnreadable: 'The file cannot be read as text.',
  loaded: (name: string) => `${name} loaded`,
  name: 'Name',
  nameHelp: 'Shown in the list and in the email when the batch has ended.',
  setting: 'Options',
  settingHelp: 'Of a saved setting; its URL is not used.',
  defaults: 'Default options',
  settingsFailed: 'Failed to load saved settings.',

  check: 'Check',
  nothing: 'Enter URLs to see how many captures they make and what they cost.',
  checking: 'Checking the list...',
  captures: (count: string) => counted(count, 'capture'),
  duplicates: (count: number) => `${counted(String(count), 'duplicate')} left out`,
  invalid: (count: number) => `${counted(String(count), 'line')} left out:`,
  invalidLine: (line: number, reason: string) => `Line ${String(line)}: ${reason}`,
  noUrl: (text: string) => `"${text}" is not a URL`,
  moreInvalid: (count: number) => `and ${String(count)} more`,
  optionColumns: (names: string) => `Options from columns: ${names}`,
  unusedColumns: (names: string) => `Columns not used: ${names}`,
  cost: (credits: string) => counted(credits, 'credit'),
  left: (credits: string) => `${credits} left after this`,
  notEnough: 'Not enough credits for all: captures are taken from the top of the list.',
  problems: {
    broken_sitemap: 'This XML is not a sitemap, or it is incomplete.',
    sitemap_index: 'This is an index of sitemaps. Enter its URL below to list the pages.',
  },
  checkFailed: 'The list could not be checked.',

  start: 'Start batch',
  starting: 'Starting...',
  missingUrls: 'Enter URLs to start.',
  missingProject: 'Choose a project to start.',
  started: (count: number) => `Batch started: ${counted(String(count), 'capture')}`,
  omitted: (count: number) =>
    `${counted(String(count), 'capture')} left out: credits or places in the queue were missing.`,
  startFailed: 'Failed to start the batch',
} as const;
