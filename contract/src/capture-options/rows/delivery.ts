import { captureLimits } from '../../paths/screenshots.ts';
import { apiCalls, dashboardCalls, type CaptureOptionTable } from '../row.ts';

/** Options of the response. They do not change the image. */
export const deliveryOptions = {
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
      sentence: 'Time that the response waits for the end of the capture, in seconds.',
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
