import { captureLimits, navigationMoments } from '../../paths/screenshots.ts';
import { captureCalls, imageChanging, type CaptureOptionTable } from '../row.ts';

/** They do not change the image. */
const bounded = {
  appliesTo: captureCalls,
  group: 'wait',
  storage: 'if_changed',
  isShareable: true,
} as const;

/** Options of when a page counts as loaded, and of how long and how often that is tried. */
export const loadingOptions = {
  wait_until: {
    ...imageChanging,
    group: 'wait',
    value: { kind: 'choice', values: navigationMoments },
    default: 'auto',
    excludes: [
      {
        options: ['deterministic', 'freeze_time'],
        reason: 'a deterministic page always comes to rest',
      },
    ],
    docs: {
      sentence: 'Moment from which the page is captured; auto: when it has come to rest.',
      example: 'network_idle',
    },
  },
  timeout: {
    ...bounded,
    value: { kind: 'number', ...captureLimits.timeoutSeconds },
    docs: {
      sentence: 'Time after which the capture fails, free of charge, in seconds without the queue.',
      example: 30,
    },
  },
  retries: {
    ...bounded,
    value: { kind: 'number', ...captureLimits.retries },
    default: 0,
    docs: {
      sentence: 'Further attempts after failures that may pass, such as a server error.',
      example: 2,
    },
  },
  scroll_to: {
    ...imageChanging,
    group: 'wait',
    value: { kind: 'text', maxBytes: captureLimits.selectorBytes, isSelector: true },
    aliases: ['scroll_into_view'],
    excludes: [
      {
        options: ['full_page', 'element_selector', 'clip_x'],
        reason: 'it moves the viewport that is captured',
      },
    ],
    docs: {
      sentence: 'Scrolls to the first element for this CSS or xpath= selector, or by CSS pixels.',
      example: '#pricing',
    },
  },
} as const satisfies CaptureOptionTable;
