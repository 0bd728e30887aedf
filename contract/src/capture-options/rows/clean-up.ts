import { blockableResources, captureLimits, cookieBannerActions } from '../../paths/screenshots.ts';
import { imageChanging, type CaptureOptionTable } from '../row.ts';
import { notInDocuments } from './formats.ts';

const cleaning = { ...imageChanging, group: 'clean_up' } as const;

const selectors = {
  kind: 'list',
  maxItems: captureLimits.selectorCount,
  maxItemBytes: captureLimits.selectorBytes,
  isSelector: true,
} as const;

const patterns = {
  kind: 'list',
  maxItems: captureLimits.patternCount,
  maxItemBytes: captureLimits.patternBytes,
} as const;

const hosts = { ...cleaning, value: { kind: 'boolean' }, default: false } as const;

/** Options that remove parts of a page, or keep it from loading them. */
export const cleanUpOptions = {
  clean: {
    ...hosts,
    docs: {
      label: 'Clean page',
      sentence: 'Blocks ads, trackers, chats, social media and cookie banners.',
      example: true,
    },
  },
  block_ads: {
    ...hosts,
    aliases: ['no_ads'],
    docs: {
      sentence: 'Blocks hosts of advertisements and hides their empty slots.',
      example: true,
    },
  },
  block_trackers: {
    ...hosts,
    aliases: ['no_tracking'],
    docs: { sentence: 'Blocks hosts that measure visitors.', example: true },
  },
  block_chats: {
    ...hosts,
    docs: { sentence: 'Blocks hosts of chat widgets and hides their buttons.', example: true },
  },
  block_socials: {
    ...hosts,
    docs: {
      label: 'Block social media',
      sentence: 'Blocks hosts of social media that other sites embed.',
      example: true,
    },
  },
  block_cookie_banners: {
    ...hosts,
    aliases: [
      'block_cookie_banner',
      'hide_cookie_banners',
      'no_cookie_banners',
      'block_consent_banners',
    ],
    docs: {
      sentence: 'Rejects banners that ask for consent, and hides what is left of them.',
      example: true,
    },
  },
  cookie_banner_action: {
    ...cleaning,
    value: { kind: 'choice', values: cookieBannerActions },
    default: 'reject',
    requires: ['block_cookie_banners', 'clean'],
    docs: {
      sentence: 'Action on banners: reject, hide without an answer, or accept.',
      example: 'hide',
    },
  },
  hide_selectors: {
    ...cleaning,
    value: selectors,
    docs: {
      sentence:
        'CSS or xpath= selectors of elements, also in frames, that take no space; one a line.',
      example: ['#promo', '.chat'],
    },
  },
  remove_selectors: {
    ...cleaning,
    value: selectors,
    docs: {
      sentence:
        'CSS or xpath= selectors of elements, also in frames, that are deleted; one a line.',
      example: ['.overlay'],
    },
  },
  mask_selectors: {
    ...cleaning,
    value: selectors,
    excludes: [
      { ...notInDocuments, reason: 'boxes cover pixels only; use remove_selectors instead' },
    ],
    docs: {
      sentence:
        'CSS or xpath= selectors of elements, also in frames, that are covered by boxes; one a line.',
      example: ['.account-number'],
    },
  },
  mask_color: {
    ...cleaning,
    value: {
      kind: 'text',
      maxLength: 7,
      pattern: {
        source: '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$',
        error: 'must be a colour without transparency, as #rgb or #rrggbb',
      },
    },
    default: captureLimits.maskColor,
    requires: ['mask_selectors'],
    docs: {
      label: 'Mask colour',
      sentence: 'Colour of the boxes over masked elements, as #rgb or #rrggbb.',
      example: '#c0c0c0',
    },
  },
  click_selectors: {
    ...cleaning,
    value: {
      kind: 'list',
      maxItems: captureLimits.clickCount,
      maxItemBytes: captureLimits.selectorBytes,
      isSelector: true,
    },
    aliases: ['click'],
    docs: {
      sentence:
        'Selectors of elements, also in frames, that are clicked in order; one that ends in ? may be absent.',
      example: ['#accept?'],
    },
  },
  block_resources: {
    ...cleaning,
    value: { kind: 'choices', values: blockableResources },
    docs: {
      sentence: 'Kinds of resources that the page cannot load.',
      example: ['font', 'media'],
    },
  },
  block_requests: {
    ...cleaning,
    value: patterns,
    aliases: ['block_urls'],
    docs: {
      sentence: 'URLs that the page cannot load; * stands for any text; one a line.',
      example: ['*.svg'],
    },
  },
  allow_requests: {
    ...cleaning,
    value: patterns,
    requires: [
      'block_requests',
      'block_resources',
      'block_ads',
      'block_trackers',
      'block_chats',
      'block_socials',
      'clean',
    ],
    docs: {
      sentence:
        'URLs that are never blocked, nor their hosts by category; * stands for any text; one a line.',
      example: ['*/logo.png'],
    },
  },
} as const satisfies CaptureOptionTable;
