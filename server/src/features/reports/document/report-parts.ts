import { escapeHtml } from '../../../lib/escape-html.ts';
import type { ReportView, Shot } from './report-view.ts';

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns the head of a report: logo, title, number of captures and date. */
export function headOf(view: ReportView): string {
  const { logo, title, shots, updatedAt } = view;
  const source = logo && `data:${logo.type};base64,${logo.bytes.toString('base64')}`;
  const count = shots.length === 1 ? '1 capture' : `${shots.length} captures`;
  return `${source === null ? '' : `<img class="logo" src="${source}" alt="">\n`}<h1 dir="auto">${escapeHtml(title)}</h1>
<p class="facts">${count} · ${dayFormat.format(updatedAt)}</p>`;
}

/** Returns the caption of a capture with its URL and its time, as far as the report shows them. */
export function captionOf(shot: Shot, view: ReportView, note = ''): string {
  const { number, caption, url, capturedAt } = shot;
  const facts = [
    view.isUrlShown && url !== null ? `<span class="url">${escapeHtml(url)}</span>` : '',
    view.isDateShown ? `<time>${timeFormat.format(capturedAt)} UTC</time>` : '',
    note === '' ? '' : `<span>${escapeHtml(note)}</span>`,
  ].filter((fact) => fact !== '');
  return `<figcaption><span class="number">${number}</span><div>
${caption === '' ? '' : `<p class="caption" dir="auto">${escapeHtml(caption)}</p>\n`}${facts.length === 0 ? '' : `<p class="facts">${facts.join(' ')}</p>\n`}</div></figcaption>`;
}

/** Returns the alternative text of an image, escaped. */
export function altOf({ number, caption, url }: Shot): string {
  return escapeHtml(
    caption === '' ? `Capture ${number}${url === null ? '' : ` of ${url}`}` : caption,
  );
}

/** Returns black or white, whichever is easier to read on a colour `#rrggbb`. Source: WCAG 2.2 §1.4.3. */
export function textColourOn(colour: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.179 ? '#000000' : '#ffffff';
}
