import { documentOf, type PageOf } from './html.ts';

/** Script that requests `/identity-seen` with the values of `navigator` where it runs. */
export function reportIdentity(from: string): string {
  const names =
    '["architecture","bitness","model","platformVersion","fullVersionList","formFactors"]';
  return `(async () => {
    const { userAgent, language, languages, platform, webdriver, userAgentData } = navigator;
    const hints = await userAgentData?.getHighEntropyValues(${names});
    const seen = { userAgent, language, languages, platform, webdriver, hints };
    await fetch('/identity-seen?from=${from}&seen=' + encodeURIComponent(JSON.stringify(seen)));
  })()`;
}

/** Pages that report the identity that their browser shows. */
export const identityPages: Readonly<Record<string, PageOf>> = {
  '/identity': (url) =>
    documentOf(
      `<script>${reportIdentity('page')}</script>`,
      `<iframe src="/identity-frame?from=frame"></iframe>
      <iframe src="${url.searchParams.get('other') ?? ''}/identity-frame?from=other"></iframe>
      <script>new Worker('/identity.js?from=worker'); new SharedWorker('/identity.js?from=shared');
      navigator.serviceWorker.register('/identity.js?from=service');</script>`,
    ),
  '/identity-frame': (url) =>
    documentOf(`<script>${reportIdentity(url.searchParams.get('from') ?? '')}</script>`, ''),
};
