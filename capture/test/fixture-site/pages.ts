import { clockPages } from './clock-pages.ts';
import { fullPages } from './full-pages.ts';
import { hazardPages } from './hazard-pages.ts';
import type { PageOf } from './html.ts';
import { visitorPages } from './visitor-pages.ts';
import { consentPages } from './consent-pages.ts';
import { cleaningPages } from './cleaning-pages.ts';
import { awaitedPages } from './awaited-pages.ts';
import { stepPages } from './step-pages.ts';
import { identityPages } from './identity-pages.ts';
import { optionPages } from './option-pages.ts';
import { requestPages } from './request-pages.ts';
import { restlessPages } from './restless-pages.ts';

/** Pages of the site by path. */
export const pages: Readonly<Record<string, PageOf>> = {
  ...clockPages,
  ...fullPages,
  ...hazardPages,
  ...identityPages,
  ...awaitedPages,
  ...stepPages,
  ...cleaningPages,
  ...consentPages,
  ...visitorPages,
  ...optionPages,
  ...requestPages,
  ...restlessPages,
};
