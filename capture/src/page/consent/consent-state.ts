import type { ConsentReport } from '../../capture-result.ts';

/** Banners of a page that ask for consent. */
export interface ConsentState {
  /** Outcome; undefined until the page has been searched. */
  report: ConsentReport | undefined;
}
