import { expect, vi } from 'vitest';
import type { ParsedJson } from './json.ts';
import type { TestSession } from './app.ts';
import { colouredSite, openScreenshotsApp, readJson } from './screenshots-app.ts';

/** The whole product with a user who has three captures. */
export async function openReportsApp() {
  const app = await openScreenshotsApp(colouredSite);
  const person = await app.session();
  const capture = async (path: string, options: object = {}, by = person): Promise<string> => {
    const key = await app.apiKey({ of: by });
    const wanted = { url: `${app.siteUrl}/${path}`, width: 400, height: 300, wait: 25, ...options };
    return (await readJson(await key.call('POST', '/screenshots', wanted))).requestId;
  };
  const ids: string[] = [];
  for (const path of ['one', 'two', 'three']) ids.push(await capture(path));
  return {
    app,
    person,
    /** Captures of the user. */
    ids,
    /** Captures a page of the site; returns the id. */
    capture,
    /** Creates a report of the three captures. */
    create: (values: object = {}) =>
      dataOf(person.call('POST', '/reports', { title: 'Spring', items: itemsOf(ids), ...values })),
    read: (id: string) => dataOf(person.call('GET', `/reports/${id}`)),
    /** Shares a report; returns the link. */
    share: async (id: string, values: object = {}): Promise<ParsedJson> => {
      const report = await dataOf(person.call('POST', `/reports/${id}/link`, values));
      return report.link;
    },
    /** Downloads the PDF of a report; asks again while it is being made. */
    pdfOf: (id: string) => pdfOf(person, id),
    close: () => app.close(),
  };
}

async function dataOf(response: Promise<Response>): Promise<ParsedJson> {
  return (await readJson(await response)).data;
}

/** Returns captures with captions for a report. */
export function itemsOf(ids: readonly string[]) {
  return ids.map((id) => ({ screenshot_id: id, caption: `${id}!` }));
}

/** Requests a page as a browser that does not follow redirects. */
export function requestPage(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { redirect: 'manual', ...init });
}

async function pdfOf(person: TestSession, id: string): Promise<string> {
  const response = await vi.waitUntil(
    async () => {
      const found = await person.call('GET', `/reports/${id}/pdf`);
      return found.status !== 409 && found;
    },
    { timeout: 60_000 },
  );
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(await response.arrayBuffer()).toString('latin1');
}
