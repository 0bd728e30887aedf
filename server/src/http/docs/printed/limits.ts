import { plans, type Plan, type RuntimeConfig } from '@shotwright/contract';
import { markdownTable } from '../site/markdown.ts';
import { creditText } from './options.ts';

type Prices = RuntimeConfig['creditPrices'];

/** Returns the price of a capture in one sentence. */
export function priceSentence({ capture, fullPage, retina }: Prices): string {
  return `A capture costs ${creditText(capture)}, ${fullPage} more for the full page and ${retina} more for high resolution.`;
}

/** Returns the table of prices. */
export function priceTable({ capture, fullPage, retina }: Prices): string {
  const rows = [
    ['A capture, of any file type', String(capture)],
    ['`full_page`', `+ ${fullPage}`],
    ['`retina`, or `device_scale_factor` above 1', `+ ${retina}`],
    ['A failed capture', '0'],
    ['A blank image, or a challenge for robots, at high confidence', '0'],
    ['An image of the cache', '0'],
    ['Reading, downloading and listing', '0'],
  ];
  return markdownTable(['Request', 'Credits'], rows);
}

/** Returns the table of plans with their limits. */
export function planTable(): string {
  const rows = plans.map((plan: Plan) => [
    plan.name,
    plan.creditsPerCycle === null ? 'by contract' : String(plan.creditsPerCycle),
    plan.unusedCredits === 'expire' ? 'expire' : 'roll over, up to twice the grant',
    plan.storageBytes === null ? 'by contract' : `${plan.storageBytes / 1024 ** 3} GiB`,
    String(plan.concurrency),
  ]);
  return markdownTable(
    ['Plan', 'Credits a cycle', 'Unused credits', 'Storage', 'Captures at a time'],
    rows,
  );
}
