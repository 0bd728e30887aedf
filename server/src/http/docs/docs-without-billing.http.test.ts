import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '@shotwright/contract';
import { expect, test } from 'vitest';
import { startHttpServer } from '../../../test/http-server.ts';
import { testRuntimeConfig } from '../../../test/runtime-config.ts';

const siteDir = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'site');
const slugs = readdirSync(siteDir).map((name) => name.replace(/\.md$/, ''));

test('without billing no guide, no error and no text of the API description speaks of charges', async () => {
  const runtimeConfig = { ...testRuntimeConfig, billing: false };
  const free = await startHttpServer({}, { runtimeConfig });
  const money = /[^\n]*(?:\bcredits?\b|\bcharged?\b|free of charge|\bcoupons?\b)[^\n]*/gi;
  const found: string[] = [];
  const scan = (where: string, text: string) =>
    // Names of fields, of headers and of the setting itself remain.
    found.push(
      ...(text.replaceAll(/`[^`]*`|"[^"\n]*"|\[[^\]]*\]\(#[^)]*\)/g, '').match(money) ?? []).map(
        (line) => `${where}: ${line.trim()}`,
      ),
    );
  // The settings describe both kinds of installation, the tools work with every server.
  const guides = slugs.filter(
    (slug) => !['settings', 'self-hosting', 'sdks', 'cli', 'credits', 'scaling'].includes(slug),
  );
  const codes = Object.keys(errorCodes).filter((code) => !/coupon|credits|billing_dis/.test(code));
  for (const path of [...guides, ...codes.map((code) => `errors/${code}`)])
    scan(path, await (await free.request(`/docs/${path}.md`)).text());
  const document = await (await free.request('/api/v1/openapi.json')).text();
  for (const [, text = ''] of document.matchAll(/"(?:description|summary)":"([^"]*)"/g))
    scan('openapi', text);
  await free.close();
  expect(found.filter((line) => !line.includes('Billing is disabled on'))).toEqual([]);
});
