import { join } from 'node:path';
import {
  annotationLimits,
  apiKeyLimits,
  auditLimits,
  baselineLimits,
  batchLimits,
  sitemapLimits,
  budgetLimits,
  captureLimits,
  comparisonLimits,
  linkLimits,
  listLimits,
  passkeyLimits,
  reportLimits,
  savedSettingLimits,
  scheduleLimits,
  textLimits,
  webhookLimits,
  type RuntimeConfig,
} from '@shotwright/contract';
import type { OpenApiDocument } from '../openapi.ts';
import type { PrintedParts } from '../site/expand-markdown.ts';
import { readGuides, type Guide } from '../site/guides.ts';
import { sampleErrorBody } from '../openapi-parts.ts';
import { errorGuides, errorTables } from './errors.ts';
import { planTable, priceSentence, priceTable } from './limits.ts';
import { optionGroupsTable, optionList } from './options.ts';
import { referenceOf, schemasOf } from './reference.ts';
import {
  aliasTable,
  captureOperationTable,
  deviceTable,
  linkVectorText,
  testPageTable,
  verdictTable,
  webhookSamples,
  type DocumentedDevice,
} from './tables.ts';
import { jsonBlock } from '../site/markdown.ts';

/** Everything that the documentation shows of this installation. */
export interface DocsInput {
  readonly document: () => OpenApiDocument;
  readonly runtimeConfig: Pick<
    RuntimeConfig,
    'productName' | 'supportEmail' | 'creditPrices' | 'billing' | 'legalPages'
  >;
  readonly publicUrl: string;
  readonly devices: readonly DocumentedDevice[];
  /** Requests per minute, by kind of caller; 0: no limit. */
  readonly rateLimits: {
    readonly key: number;
    readonly session: number;
    readonly address: number;
    readonly link: number;
  };
}

const rootDir = join(import.meta.dirname, '..', '..', '..', '..', '..');

/** Returns the guides of `docs/site` in the order of the navigation, then one page for each error. */
export function createGuides(input: DocsInput): Guide[] {
  const { billing: isBillingOn } = input.runtimeConfig;
  return [
    ...readGuides(join(rootDir, 'docs', 'site'), printedParts(input)),
    ...errorGuides({ isBillingOn }),
  ];
}

/** Limits that guides print by name. */
const limits = {
  apiKeyLimits,
  auditLimits,
  baselineLimits,
  batchLimits,
  sitemapLimits,
  budgetLimits,
  captureLimits,
  annotationLimits,
  comparisonLimits,
  linkLimits,
  listLimits,
  passkeyLimits,
  reportLimits,
  savedSettingLimits,
  scheduleLimits,
  textLimits,
  webhookLimits,
};

function printedParts(input: DocsInput): PrintedParts {
  const { document, devices, runtimeConfig, publicUrl, rateLimits } = input;
  const { billing: isBillingOn, creditPrices, productName, supportEmail } = runtimeConfig;
  return {
    rootDir,
    conditions: {
      billing: isBillingOn,
      rate_limits: rateLimits.key > 0,
      link_limit: rateLimits.link > 0,
    },
    pagesOfFiles: {
      'backup.md': '/docs/backup',
      'configuration.md': '/docs/settings',
      'containers.md': '/docs/containers',
      'scaling.md': '/docs/scaling',
    },
    values: {
      apiUrl: `${publicUrl}/api/v1`,
      publicUrl,
      productName,
      supportEmail,
      priceSentence: priceSentence(creditPrices),
      deviceCount: devices.length,
      rateLimits: { ...rateLimits, reads: rateLimits.key * 3 },
      ...limits,
    },
    blocks: {
      aliases: aliasTable,
      'capture operations': captureOperationTable,
      devices: () => deviceTable(devices),
      errors: () => errorTables({ isBillingOn }),
      'error sample': () => jsonBlock(sampleErrorBody('validation_failed')),
      'link vector': linkVectorText,
      'option groups': optionGroupsTable,
      options: () => optionList(isBillingOn ? creditPrices : undefined),
      plans: planTable,
      prices: () => priceTable(creditPrices),
      'public reference': () => referenceOf(document(), 'key'),
      'dashboard reference': () => referenceOf(document(), 'dashboard'),
      schemas: () => schemasOf(document()),
      'test pages': () => testPageTable({ isBillingOn }),
      verdicts: verdictTable,
      'webhook samples': webhookSamples,
    },
  };
}
