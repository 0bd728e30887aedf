import {
  billingErrorCodes,
  errorCodes,
  withoutCharges,
  type ErrorCodeName,
} from '@shotwright/contract';
import { allErrorCodes, sampleErrorBody } from '../openapi-parts.ts';
import type { Guide } from '../site/guides.ts';
import { jsonBlock, markdownTable, markdownText } from '../site/markdown.ts';
import { errorAdvice } from './error-advice.ts';

/** Returns the tables of all errors that the installation reports, one for each status. */
export function errorTables({ isBillingOn }: { readonly isBillingOn: boolean }): string {
  const codes = allErrorCodes.filter((code) => isBillingOn || !billingErrorCodes.has(code));
  const statuses = [...new Set(codes.map((code) => errorCodes[code].status))].sort((a, b) => a - b);
  return statuses
    .map((status) => {
      const rows = codes
        .filter((code) => errorCodes[code].status === status)
        .map((code) => {
          const { isRetryable, meaning } = errorCodes[code];
          const link = `[\`${code}\`](/docs/errors/${code})`;
          return [link, isRetryable ? 'yes' : 'no', markdownText(meaning)];
        });
      return `## Status ${status}\n\n${markdownTable(['Code', 'Retry', 'Cause'], rows)}`;
    })
    .join('\n\n');
}

/** Returns one page for each error code. */
export function errorGuides({ isBillingOn }: { readonly isBillingOn: boolean }): Guide[] {
  return allErrorCodes.map((code) => ({
    slug: `errors/${code}`,
    title: code,
    description: isBillingOn ? errorCodes[code].meaning : withoutCharges(errorCodes[code].meaning),
    section: undefined,
    markdown: () => (isBillingOn ? errorPage(code, true) : withoutCharges(errorPage(code, false))),
  }));
}

function errorPage(code: ErrorCodeName, isBillingOn: boolean): string {
  const { status, isRetryable, meaning } = errorCodes[code];
  const retry = isRetryable
    ? 'The same request may succeed later: repeat it with increasing delays, or after the seconds in the `Retry-After` header.'
    : 'The same request gives the same response: change it first.';
  return `# \`${code}\`

${markdownText(meaning)}

- **Status:** ${status}
- **Retry:** ${retry}
${isBillingOn ? '- **Credits:** It costs no credit.\n' : ''}
## What to do

${markdownText(errorAdvice[code])}

## Sample

${jsonBlock(sampleErrorBody(code))}

Every error has this form: [Errors](/docs/errors).
`;
}
