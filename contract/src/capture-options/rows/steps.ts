import { captureLimits } from '../../paths/screenshots.ts';
import { captureCalls, type CaptureOptionTable } from '../row.ts';

/** Option of what a visitor does before the page is captured. */
export const stepOptions = {
  steps: {
    appliesTo: captureCalls,
    group: 'interact',
    storage: 'if_changed',
    isSecret: true,
    isInCacheKey: true,
    value: {
      kind: 'steps',
      maxItems: captureLimits.stepCount,
      maxBytes: captureLimits.stepBytes,
    },
    docs: {
      sentence:
        'Actions before the capture, one a line, such as click #login or press Enter; also in frames.',
      example: 'type #user ada\npress Enter',
    },
  },
} as const satisfies CaptureOptionTable;
