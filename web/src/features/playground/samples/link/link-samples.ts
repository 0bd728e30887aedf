import type { Sample } from '../sample-tabs.tsx';

/** A created link. */
export interface SampleLink {
  /** One with a pattern ends with `url=`. */
  readonly url: string;
  /** URL of the page that the samples show. */
  readonly pageUrl: string;
  readonly hasPattern: boolean;
}

/** Returns texts that show the image of a link on pages and in documents. */
export function linkSamples({ url, pageUrl, hasPattern }: SampleLink): Sample[] {
  const link = hasPattern ? `${url}${encodeURIComponent(pageUrl)}` : url;
  const text = `Screenshot of ${URL.canParse(pageUrl) ? new URL(pageUrl).host : pageUrl}`;
  const samples = [
    ['html', 'HTML', `<img src="${escaped(link)}" alt="${escaped(text)}" loading="lazy">`],
    ['markdown', 'Markdown', `![${text}](${link})`],
    ['sheets', 'Google Sheets', sheetFormula(hasPattern ? url : link, hasPattern)],
    ['notion', 'Notion', link],
  ] as const;
  return samples.map(([id, label, code]) => ({ id, label, shown: code, copied: code }));
}

/** A2 has the URL of the page, so that the formula can be filled down. */
function sheetFormula(link: string, hasPattern: boolean): string {
  return hasPattern ? `=IMAGE("${link}" & ENCODEURL(A2))` : `=IMAGE("${link}")`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
