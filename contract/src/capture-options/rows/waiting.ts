import { assertedResources, captureLimits } from '../../paths/screenshots.ts';
import { captureCalls, imageChanging, type CaptureOptionTable } from '../row.ts';

const awaited = { ...imageChanging, group: 'wait' } as const;

/** Outcomes do not change the image. */
const checked = {
  appliesTo: captureCalls,
  group: 'wait',
  storage: 'if_changed',
  isShareable: true,
} as const;

const selector = {
  kind: 'text',
  maxBytes: captureLimits.selectorBytes,
  isSelector: true,
} as const;
const text = { kind: 'text', maxLength: captureLimits.awaitedTextLength } as const;
const conditions = [
  'wait_for_selector',
  'wait_for_hidden',
  'wait_for_text',
  'wait_for_function',
  'wait_for_network_idle',
  'wait_for_signal',
];

/** Options of what a capture waits for, and of what makes it fail. */
export const waitingOptions = {
  wait_for_selector: {
    ...awaited,
    value: selector,
    docs: {
      sentence: 'Waits until an element for this CSS or xpath= selector is visible.',
      example: '#chart canvas',
    },
  },
  wait_for_hidden: {
    ...awaited,
    value: selector,
    docs: {
      sentence: 'Waits until no element for this CSS or xpath= selector is visible.',
      example: '.spinner',
    },
  },
  wait_for_text: {
    ...awaited,
    value: text,
    docs: { sentence: 'Waits until the page shows this text.', example: 'Total:' },
  },
  wait_for_function: {
    ...awaited,
    value: { kind: 'text', maxBytes: captureLimits.expressionBytes, isCode: true },
    excludes: [
      {
        options: ['disable_javascript'],
        reason: 'the page runs no scripts',
      },
    ],
    docs: {
      sentence: 'Waits until this JavaScript expression or function of the page is true.',
      example: 'window.charts.every((chart) => chart.isReady)',
    },
  },
  wait_for_network_idle: {
    ...awaited,
    value: { kind: 'number', ...captureLimits.networkIdleMs },
    docs: {
      sentence: 'Waits until the page has requested nothing for this time, in milliseconds.',
      example: 500,
    },
  },
  wait_for_signal: {
    ...awaited,
    value: { kind: 'boolean' },
    default: false,
    excludes: [
      {
        options: ['disable_javascript'],
        reason: 'the page runs no scripts',
      },
    ],
    docs: {
      sentence: 'Waits until the page calls the function shotwrightReady().',
      example: true,
    },
  },
  wait_timeout: {
    ...awaited,
    value: {
      kind: 'number',
      min: captureLimits.awaitedSeconds.min,
      max: captureLimits.awaitedSeconds.max,
      decimals: 2,
    },
    default: captureLimits.awaitedSeconds.default,
    requires: conditions,
    docs: {
      sentence: 'Time that each condition is waited for, on the clock of the page, in seconds.',
      example: 20,
    },
  },
  best_effort: {
    ...awaited,
    value: { kind: 'boolean' },
    default: false,
    requires: conditions,
    docs: {
      sentence: 'Captures the page even if a condition is not met in time, with a warning.',
      example: true,
    },
  },
  fail_on_status: {
    ...checked,
    value: { kind: 'text', maxLength: captureLimits.statusListLength },
    docs: {
      sentence: 'Statuses of the page that make the capture fail, free of charge.',
      example: '4xx,500-599',
    },
  },
  fail_if_selector_missing: {
    ...checked,
    value: selector,
    docs: {
      sentence: 'Fails the capture, free of charge, unless an element matches this selector.',
      example: '#pricing',
    },
  },
  fail_if_selector_present: {
    ...checked,
    value: selector,
    docs: {
      sentence: 'Fails the capture, free of charge, if an element matches this selector.',
      example: '.error-page',
    },
  },
  fail_unless_text: {
    ...checked,
    value: text,
    docs: {
      sentence: 'Fails the capture, free of charge, unless the page shows this text.',
      example: 'Add to basket',
    },
  },
  fail_if_text: {
    ...checked,
    value: text,
    docs: {
      sentence: 'Fails the capture, free of charge, if the page shows this text.',
      example: 'Something went wrong',
    },
  },
  fail_on_console_error: {
    ...checked,
    value: { kind: 'boolean' },
    default: false,
    docs: {
      sentence: 'Fails the capture, free of charge, if the page reports an error to its console.',
      example: true,
    },
  },
  fail_on_request_failure: {
    ...checked,
    value: { kind: 'choices', values: assertedResources },
    docs: {
      sentence: 'Fails the capture, free of charge, if one of these resources cannot be loaded.',
      example: ['script', 'stylesheet'],
    },
  },
} as const satisfies CaptureOptionTable;
