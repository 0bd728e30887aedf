import {
  captureOptionNames,
  endpoints,
  flaggedVerdictKinds,
  keyOperations,
  linkVector,
  optionRow,
  sampleWebhookBody,
  testHost,
  testPages,
  verdictErrorCodes,
  webhookEventTypes,
  type Endpoint,
  type FlaggedVerdictKind,
} from '@shotwright/contract';
import { jsonBlock, markdownTable, markdownText } from '../site/markdown.ts';

/** A device of the table. Sizes in CSS pixels. */
export interface DocumentedDevice {
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly deviceScaleFactor: number;
  readonly isMobile: boolean;
  readonly hasTouch: boolean;
}

/** Returns the table of devices. */
export function deviceTable(devices: readonly DocumentedDevice[]): string {
  const rows = devices.map(({ name, widthPx, heightPx, deviceScaleFactor, ...device }) => [
    name,
    `${widthPx} × ${heightPx}`,
    String(deviceScaleFactor),
    device.isMobile ? 'yes' : 'no',
    device.hasTouch ? 'yes' : 'no',
  ]);
  return markdownTable(['Device', 'Viewport', 'Scale', 'Mobile', 'Touch'], rows);
}

/** Returns the table of operations that a key with the access `capture` may call. */
export function captureOperationTable(): string {
  const access: Readonly<Record<string, string>> = keyOperations;
  const rows = Object.values<Endpoint>(endpoints)
    .filter(({ operationId }) => access[operationId] === 'capture')
    .map(({ operationId, summary, method, path }) => [
      `[${summary}](/docs/reference#${operationId})`,
      `\`${method} ${path}\``,
    ]);
  return markdownTable(['Operation', 'Request'], rows);
}

const verdictMeanings: Readonly<Record<FlaggedVerdictKind, string>> = {
  blank: 'The image has one colour, and the page has neither text nor media.',
  bot_challenge: 'The site shows a challenge for robots instead of the page.',
  login_wall: 'The site redirects to a sign-in, or responds with status 401.',
  cookie_wall: 'A request for consent to cookies covers much of the viewport.',
  host_error: 'The host responds with status 400 or above, or the page says that it is an error.',
  incomplete: 'Images are missing, or placeholders or a spinner are still shown.',
  truncated: 'The page is taller than an image can be; the end is cut off.',
};

/** Returns the table of verdicts. */
export function verdictTable(): string {
  const rows = flaggedVerdictKinds.map((kind) => {
    const code = verdictErrorCodes[kind];
    return [`\`${kind}\``, verdictMeanings[kind], `[\`${code}\`](/docs/errors/${code})`];
  });
  return markdownTable(['Kind', 'Meaning', 'Error with `fail_on_verdict`'], rows);
}

/** Returns the sample body of each webhook event. */
export function webhookSamples(): string {
  return webhookEventTypes
    .map((type) => `### ${type}\n\n${jsonBlock(JSON.parse(sampleWebhookBody(type)))}`)
    .join('\n\n');
}

/** Returns the table of option names of other services. */
export function aliasTable(): string {
  const rows = captureOptionNames.flatMap((name) => {
    const { aliases = [], appliesTo } = optionRow(name);
    const isPublic = appliesTo.includes('url') || appliesTo.includes('html');
    return isPublic && aliases.length > 0
      ? [
          [
            aliases.map((alias) => `\`${alias}\``).join(', '),
            `[\`${name}\`](/docs/options#${name})`,
          ],
        ]
      : [];
  });
  return markdownTable(['Accepted name', 'Our name'], rows);
}

/** Returns the test vector of signed links. */
export function linkVectorText(): string {
  const { secret, canonical, signature } = linkVector;
  return `With the secret \`${secret}\`, the text\n\n\`\`\`text\n${canonical}\n\`\`\`\n\nhas the signature \`${signature}\`.`;
}

/** Returns the table of URLs that force results with a key of test mode. */
export function testPageTable({ isBillingOn }: { readonly isBillingOn: boolean }): string {
  const shown = testPages.filter(({ path }) => isBillingOn || path !== 'credits');
  const rows = shown.map(({ path, result }) => [
    `\`https://${testHost}/${path}\``,
    markdownText(result),
  ]);
  return markdownTable(['URL', 'Result'], rows);
}
