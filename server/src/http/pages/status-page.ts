import { jsonResponse, htmlResponse, type Page } from '../page.ts';
import { plainPage } from '../plain-page.ts';
import type { Readiness } from '../server/health.ts';

/** Interval at which an open status page is loaded again. Unit: seconds. */
const refreshSeconds = 30;
const partNames: Readonly<Record<string, string>> = {
  database: 'Database',
  storage: 'Storage of images',
  browser: 'Browsers',
};

/**
 * Creates the status page of this process, at `/status` for people and at `/status.json` for programs. Both
 * respond with 200 also if a part is unavailable.
 */
export function statusPages({
  readiness,
  productName,
}: {
  readonly readiness: () => Promise<Readiness>;
  readonly productName: string;
}): Page[] {
  return [
    {
      path: '/status',
      respond: async () => {
        const { isReady, parts } = await readiness();
        const title = isReady ? 'Everything works' : 'Some parts do not work';
        const { headers, body } = plainPage({
          title,
          productName,
          content: `<h1>${title}</h1>\n<ul class="parts">\n${linesOf(parts)}\n</ul>
<p><small>Checked just now. This page is updated every ${refreshSeconds} seconds.</small></p>`,
          refreshSeconds,
        });
        return { ...htmlResponse(body), headers };
      },
    },
    {
      path: '/status.json',
      respond: async () => {
        const { isReady, parts } = await readiness();
        return jsonResponse({ status: isReady ? 'works' : 'degraded', parts });
      },
    },
  ];
}

function linesOf(parts: Readiness['parts']): string {
  const lines: [name: string, works: boolean][] = [
    ['Dashboard and API', true],
    ...Object.entries(parts).map(([part, works]): [string, boolean] => [
      partNames[part] ?? part,
      works,
    ]),
  ];
  return lines
    .map(
      ([name, works]) => `<li><span>${name}</span><b>${works ? 'Works' : 'Unavailable'}</b></li>`,
    )
    .join('\n');
}
