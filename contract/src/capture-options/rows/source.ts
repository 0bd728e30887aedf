import { captureLimits } from '../../paths/screenshots.ts';
import {
  captureCalls,
  dashboardCalls,
  htmlCalls,
  urlCalls,
  type CaptureOptionTable,
} from '../row.ts';

/** Options that name what is captured and where the screenshot belongs. */
export const sourceOptions = {
  url: {
    value: { kind: 'url', maxLength: captureLimits.urlLength },
    appliesTo: urlCalls,
    requiredBy: urlCalls,
    group: 'source',
    storage: 'column',
    isShareable: true,
    isInCacheKey: true,
    docs: { sentence: 'URL of the page, http or https.', example: 'https://example.com/' },
  },
  html: {
    value: { kind: 'html', maxBytes: captureLimits.htmlBytes },
    appliesTo: htmlCalls,
    requiredBy: htmlCalls,
    group: 'source',
    storage: 'column',
    isInCacheKey: true,
    docs: { sentence: 'HTML document to render.', example: '<h1>Hello</h1>' },
  },
  project_id: {
    value: { kind: 'id' },
    appliesTo: captureCalls,
    requiredBy: dashboardCalls,
    group: 'source',
    storage: 'column',
    isShareable: true,
    docs: {
      sentence: 'Project that the screenshot belongs to; API clients may omit it.',
      example: 1,
    },
  },
} as const satisfies CaptureOptionTable;
