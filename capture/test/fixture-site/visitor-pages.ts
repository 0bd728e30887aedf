import type { ServerResponse } from 'node:http';
import { documentOf, type PageOf } from './html.ts';

/** Documents and workers of `/visitor` that report. */
const reportingPlaces = ['page', 'frame', 'other', 'worker', 'shared', 'service'];
const reported = new Set<string>();
const awaiting: ServerResponse[] = [];

/**
 * Responds to a report when all documents and workers of `/visitor` have sent theirs. A capture waits
 * for requests, and not for the permissions and hints that a report asks the browser for.
 */
export function receiveReport(res: ServerResponse, from: string): void {
  reported.add(from);
  awaiting.push(res);
  if (!reportingPlaces.every((place) => reported.has(place))) return;
  for (const one of awaiting.splice(0)) one.end();
}

/** Script that requests `/visitor-seen` with everything a page can learn about its visitor. */
export function reportVisitor(from: string): string {
  return `(async () => {
    const matches = (query) => globalThis.matchMedia?.(query).matches;
    const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const state = async (name) => (await navigator.permissions.query({ name }).catch(() => ({}))).state;
    const hints = await navigator.userAgentData?.getHighEntropyValues(['fullVersionList', 'formFactors']);
    const seen = {
      dark: matches('(prefers-color-scheme: dark)'),
      motion: matches('(prefers-reduced-motion: reduce)'),
      contrast: matches('(prefers-contrast: more)'),
      forced: matches('(forced-colors: active)'),
      transparency: matches('(prefers-reduced-transparency: reduce)'),
      print: matches('print'),
      timeZone,
      network: navigator.connection?.effectiveType,
      locale,
      hour: new Date(0).getHours(),
      language: navigator.language,
      languages: navigator.languages,
      userAgent: navigator.userAgent,
      platform: navigator.platform,
      hints,
      notifications: await state('notifications'),
      geolocation: await state('geolocation'),
      cookie: globalThis.document?.cookie,
    };
    const isSecure = globalThis.isSecureContext && navigator.geolocation;
    if (isSecure && seen.geolocation === 'granted') {
      seen.position = await new Promise((done) => navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude, accuracy } }) => done([latitude, longitude, accuracy]),
        ({ message }) => done(message)));
    }
    await fetch('/visitor-seen?from=${from}&seen=' + encodeURIComponent(JSON.stringify(seen)));
  })()`;
}

/** Pages that report and show the visitor that they see. */
export const visitorPages: Readonly<Record<string, PageOf>> = {
  '/visitor': (url) => {
    reported.clear();
    awaiting.length = 0;
    return documentOf(
      `<style>body{margin:0;background:#ffffff}
      div{width:100px;height:100px;background:#ff0000}
      @media (prefers-color-scheme: dark) { #dark { background: #00aa44 } }
      @media print { #print { background: #00aa44 } }
      iframe{position:absolute;top:300px;left:0;border:0} iframe + iframe{left:350px}</style>
      <script>${reportVisitor('page')}</script>`,
      `<div id="dark"></div><div id="print"></div>
      <iframe src="/visitor-frame?from=frame"></iframe>
      <iframe src="${url.searchParams.get('other') ?? ''}/visitor-frame?from=other"></iframe>
      <script>new Worker('/visitor.js?from=worker'); new SharedWorker('/visitor.js?from=shared');
      navigator.serviceWorker?.register('/visitor.js?from=service');</script>`,
    );
  },
  '/visitor-frame': (url) =>
    documentOf(
      `<style>body{margin:0;background:#ff0000}
      @media (prefers-color-scheme: dark) { body { background: #00aa44 } }</style>
      <script>${reportVisitor(url.searchParams.get('from') ?? '')}</script>`,
      '',
    ),
};
