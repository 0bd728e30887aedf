import { captureLimits } from '../../paths/screenshots.ts';
import { flaggedVerdictKinds } from '../../paths/verdicts.ts';
import { apiCalls, captureCalls, dashboardCalls, type CaptureOptionTable } from '../row.ts';

/** Options of the outcome and of the response. They do not change the image. */
export const deliveryOptions = {
  fail_on_verdict: {
    value: { kind: 'choices', values: flaggedVerdictKinds },
    appliesTo: captureCalls,
    excludes: [
      {
        options: ['accept_verdicts'],
        isCommonValue: true,
        reason: 'a verdict is either accepted or fails the capture',
      },
    ],
    group: 'wait',
    storage: 'if_changed',
    isShareable: true,
    docs: {
      sentence: 'Verdicts about the image that make the capture fail, free of charge.',
      example: ['blank', 'host_error'],
    },
  },
  accept_verdicts: {
    value: { kind: 'choices', values: flaggedVerdictKinds },
    appliesTo: captureCalls,
    group: 'wait',
    storage: 'if_changed',
    isShareable: true,
    docs: {
      sentence: 'Verdicts about the image that are expected: the capture is charged as usual.',
      example: ['blank'],
    },
  },
  setting_id: {
    value: { kind: 'id' },
    appliesTo: dashboardCalls,
    group: 'delivery',
    storage: 'never',
    docs: {
      sentence: 'Saved setting whose secrets replace the masked values of the request.',
      example: 1,
    },
  },
  wait: {
    value: { kind: 'number', ...captureLimits.waitSeconds, decimals: 2 },
    appliesTo: apiCalls,
    group: 'delivery',
    storage: 'never',
    docs: {
      sentence: 'Time that the response waits for the capture to finish, in seconds.',
      example: 25,
    },
  },
  response_type: {
    value: { kind: 'choice', values: ['json', 'image'] },
    default: 'json',
    appliesTo: apiCalls,
    group: 'delivery',
    storage: 'never',
    docs: {
      sentence: 'Body of the response: JSON, or the image itself.',
      example: 'image',
    },
  },
} as const satisfies CaptureOptionTable;
