import { clockPages } from './clock-pages.ts';
import { fullPages } from './full-pages.ts';
import { hazardPages } from './hazard-pages.ts';
import { optionPages } from './option-pages.ts';
import { patiencePages } from './patience-pages.ts';

/** A page's HTML for the address it was asked at. */
export type PageOf = (url: URL) => string;

/** Every page of the site by its path. */
export const pages: Readonly<Record<string, PageOf>> = {
  ...clockPages,
  ...fullPages,
  ...hazardPages,
  ...optionPages,
  ...patiencePages,
};
