import { destinationLimits } from '../../paths/delivery/destinations.ts';
import { captureLimits, responseTypes } from '../../paths/screenshots.ts';
import { flaggedVerdictKinds } from '../../paths/verdicts.ts';
import { apiCalls, captureCalls, type CaptureOptionTable } from '../row.ts';

const stored = { appliesTo: captureCalls, group: 'delivery', storage: 'if_changed' } as const;

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
    appliesTo: captureCalls,
    group: 'delivery',
    storage: 'origin',
    docs: {
      label: 'Saved setting',
      sentence:
        'ID of a saved setting: its options and secrets apply where the request has none. null removes one.',
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
    value: { kind: 'choice', values: responseTypes },
    appliesTo: apiCalls,
    group: 'delivery',
    storage: 'never',
    docs: {
      sentence:
        'Response: JSON, the image, its Base64 text, its URL, or no body. Default: by Accept.',
      example: 'image',
    },
  },
  external_id: {
    ...stored,
    value: { kind: 'text', minLength: 1, maxLength: captureLimits.externalIdLength },
    aliases: ['external_identifier'],
    docs: {
      label: 'External ID',
      sentence: 'Your own name of the capture; returned, and a filter of the list.',
      example: 'order-4711',
    },
  },
  tags: {
    ...stored,
    value: {
      kind: 'list',
      maxItems: captureLimits.tagCount,
      maxItemBytes: captureLimits.tagBytes,
    },
    docs: {
      sentence: 'Tags of the capture; returned, and a filter of the list; one a line.',
      example: ['shop', 'nightly'],
    },
  },
  store: {
    ...stored,
    value: { kind: 'boolean' },
    default: true,
    excludes: [
      { options: ['extract', 'slice_height'], reason: 'files beside the image must be stored' },
    ],
    docs: {
      sentence:
        'Stores the image in your files. Without it, the image is only returned and uses no storage.',
      example: false,
    },
  },
  destination_id: {
    ...stored,
    value: { kind: 'id' },
    docs: {
      label: 'Destination ID',
      sentence: 'Your own bucket to which the image is delivered.',
      example: 1,
    },
  },
  storage_path: {
    ...stored,
    value: { kind: 'text', minLength: 1, maxLength: destinationLimits.templateLength },
    requires: ['destination_id'],
    docs: {
      sentence: 'Path in the bucket, with placeholders. Default: the one of the destination.',
      example: '{host}/{yyyy}/{slug}-{id}.{ext}',
    },
  },
  upload_url: {
    ...stored,
    value: { kind: 'text', minLength: 1, maxLength: captureLimits.uploadUrlLength },
    isSecret: true,
    excludes: [{ options: ['destination_id'], reason: 'an image is delivered to one place' }],
    docs: {
      label: 'Upload URL',
      sentence: 'Presigned URL to which the image is sent by PUT.',
      example: 'https://bucket.example.com/shot.png?signature=secret',
    },
  },
  retention_days: {
    ...stored,
    value: { kind: 'number', ...captureLimits.retentionDays },
    docs: {
      sentence:
        'Days until the screenshot is deleted. Default: that of the account, if it has one.',
      example: 30,
    },
  },
  webhook_url: {
    ...stored,
    value: { kind: 'text', minLength: 1, maxLength: captureLimits.urlLength },
    docs: {
      label: 'Webhook URL',
      sentence:
        'HTTPS URL that is notified of the end of this capture, besides registered webhooks.',
      example: 'https://example.com/webhooks',
    },
  },
} as const satisfies CaptureOptionTable;
