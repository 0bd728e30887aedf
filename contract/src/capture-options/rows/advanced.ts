import { captureLimits } from '../../paths/screenshots.ts';
import { captureCalls, urlCalls, type CaptureOptionTable } from '../row.ts';
import { notInDocuments } from './formats.ts';

/** Options of the page load, and what is injected into the page. */
export const advancedOptions = {
  delay: {
    value: { kind: 'number', ...captureLimits.delaySeconds, decimals: 2 },
    default: 0,
    appliesTo: captureCalls,
    group: 'advanced',
    storage: 'always',
    isShareable: true,
    isInCacheKey: true,
    docs: { sentence: 'Additional wait before the capture, in seconds.', example: 2.5 },
  },
  proxy_url: {
    value: { kind: 'text', maxLength: captureLimits.urlLength },
    aliases: ['proxy'],
    appliesTo: urlCalls,
    group: 'advanced',
    storage: 'if_changed',
    isSecret: true,
    isInCacheKey: true,
    docs: {
      sentence: 'HTTP proxy that loads the page, with its credentials.',
      example: 'http://user:password@proxy.example:8080',
    },
  },
  element_selector: {
    value: { kind: 'text', maxBytes: captureLimits.selectorBytes, isSelector: true },
    aliases: ['selector', 'element'],
    excludes: [
      {
        ...notInDocuments,
        reason:
          'it contains the whole page; hide_selectors hides parts, pdf_fit_one_page needs no paper',
      },
    ],
    appliesTo: ['url', 'html', 'dashboard_url'],
    group: 'advanced',
    storage: 'if_changed',
    isShareable: true,
    isInCacheKey: true,
    docs: {
      sentence:
        'Captures only the first visible element for this CSS or xpath= selector, also in open shadow roots and frames.',
      example: '#pricing',
    },
  },
  inject_css: {
    value: { kind: 'text', maxBytes: captureLimits.injectBytes, isCode: true },
    aliases: ['styles', 'css', 'customCss'],
    appliesTo: captureCalls,
    group: 'advanced',
    storage: 'if_changed',
    isInCacheKey: true,
    docs: { sentence: 'CSS that is added to the page.', example: 'header { display: none }' },
  },
  inject_js: {
    value: { kind: 'text', maxBytes: captureLimits.injectBytes, isCode: true },
    aliases: ['scripts', 'js'],
    appliesTo: captureCalls,
    group: 'advanced',
    storage: 'if_changed',
    isInCacheKey: true,
    docs: {
      sentence: 'JavaScript that runs in the page after it has loaded.',
      example: "document.querySelector('h1').textContent = 'Hello'",
    },
  },
  custom_header: {
    value: { kind: 'headers', maxBytes: captureLimits.headerBytes },
    appliesTo: captureCalls,
    group: 'advanced',
    storage: 'if_changed',
    isSecret: true,
    isInCacheKey: true,
    docs: {
      sentence: 'Headers of the requests to the origin of the page, as a JSON object or its text.',
      example: '{"authorization":"Bearer secret"}',
    },
  },
} as const satisfies CaptureOptionTable;
