import type { PdfSettings } from '@shotwright/capture';
import type { ReportLayout, ReportPageFormat } from '@shotwright/contract';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { altOf, captionOf, headOf, textColourOn } from './report-parts.ts';
import type { ReportView, Shot } from './report-view.ts';

/** Paper in millimetres. Source: ISO 216, ANSI/ASME Y14.1. */
const papers: Readonly<Record<ReportPageFormat, { width: number; height: number }>> = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
};
const marginsMm = { top: 14, right: 14, bottom: 18, left: 14 };
const mmPerInch = 25.4;

/** Rows and columns of a page, and the height that a caption takes. Unit: mm. */
const grids: Readonly<Record<ReportLayout, { rows: number; columns: number; captionMm: number }>> =
  {
    one_per_page: { rows: 1, columns: 1, captionMm: 34 },
    two_per_page: { rows: 2, columns: 1, captionMm: 22 },
    grid: { rows: 3, columns: 2, captionMm: 24 },
  };
const gapMm = 6;

/** Room of one image on a page. Unit: mm. */
export interface ImageBox {
  readonly width: number;
  readonly height: number;
}

/** Returns the room of one image. */
export function imageBoxOf({ layout, pageFormat }: ReportView): ImageBox {
  const { rows, columns, captionMm } = grids[layout];
  const { width, height } = contentOf(pageFormat);
  return {
    width: (width - (columns - 1) * gapMm) / columns,
    height: (height - (rows - 1) * gapMm) / rows - captionMm,
  };
}

/** Millimetres without margins; a little less than there is, so that rounding adds no page. */
function contentOf(format: ReportPageFormat): ImageBox {
  const { width, height } = papers[format];
  return {
    width: width - marginsMm.left - marginsMm.right,
    height: height - marginsMm.top - marginsMm.bottom - 1,
  };
}

/** Returns the settings of the PDF of a report, with its footer and the numbers of the pages. */
export function pdfSettingsOf({ footer, pageFormat }: ReportView): PdfSettings {
  const { width, height } = papers[pageFormat];
  const style =
    'box-sizing:border-box;width:100%;padding:0 14mm;display:flex;justify-content:space-between;gap:8mm;font:10px sans-serif;color:#5b616e';
  return {
    paper: { width: width / mmPerInch, height: height / mmPerInch },
    isLandscape: false,
    margins: {
      top: marginsMm.top / mmPerInch,
      right: marginsMm.right / mmPerInch,
      bottom: marginsMm.bottom / mmPerInch,
      left: marginsMm.left / mmPerInch,
    },
    scale: 1,
    isBackgroundPrinted: true,
    header: '<span></span>',
    footer: `<div style="${style}"><span dir="auto">${escapeHtml(footer)}</span><span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`,
    isTagged: true,
    hasOutline: false,
    isOnePage: false,
    isCssSizePreferred: false,
  };
}

/** An image as a page shows it. */
export interface PageImage {
  /** A data: URL. */
  readonly source: string;
  /** True if the end of a tall page is cut off. */
  readonly isCut: boolean;
}

/** Returns the HTML of a PDF: a cover, then the pages with captures. `images` by position. */
export function pdfHtmlOf(view: ReportView, images: readonly (PageImage | undefined)[]): string {
  const { rows, columns } = grids[view.layout];
  const shown = view.shots.flatMap((shot, at) => {
    const image = images[at];
    return image ? [figureOf(shot, { view, image })] : [];
  });
  const pages = pagesOf(shown, rows * columns);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(view.title)}</title>
<style>${styleOf(view)}</style>
</head>
<body>
<section class="cover">
${headOf(view)}
</section>
${pages.join('\n')}
</body>
</html>
`;
}

function pagesOf(figures: readonly string[], perPage: number): string[] {
  const pages: string[] = [];
  for (let at = 0; at < figures.length; at += perPage)
    pages.push(`<section class="page">${figures.slice(at, at + perPage).join('\n')}</section>`);
  return pages;
}

function figureOf(
  shot: Shot,
  { view, image }: { readonly view: ReportView; readonly image: PageImage },
): string {
  const { widthPx, heightPx } = shot.file;
  const note = image.isCut ? `Top of ${widthPx} × ${heightPx} px` : '';
  return `<figure><div class="image"><img src="${image.source}" alt="${altOf(shot)}"></div>
${captionOf(shot, view, note)}</figure>`;
}

function styleOf(view: ReportView): string {
  const { colour, layout, pageFormat } = view;
  const { rows, columns } = grids[layout];
  const box = imageBoxOf(view);
  return `*{box-sizing:border-box}
body{margin:0;color:#16181d;font:10.5pt/1.45 Inter,'Liberation Sans',Arial,'Noto Sans','Noto Sans CJK JP','Noto Color Emoji',sans-serif;-webkit-print-color-adjust:exact}
section{height:${contentOf(pageFormat).height}mm;overflow:hidden}
.page{break-before:page;display:grid;grid-template:repeat(${rows},minmax(0,1fr))/repeat(${columns},minmax(0,1fr));gap:${gapMm}mm}
.cover{display:flex;flex-direction:column;justify-content:center;border-left:3mm solid ${colour};padding-left:12mm}
.logo{align-self:flex-start;max-width:70mm;max-height:28mm;margin-bottom:16mm}
h1{margin:0;font-size:30pt;line-height:1.15;overflow-wrap:anywhere}
.cover .facts{margin:6mm 0 0;font-size:12pt}
p{margin:0}
figure{margin:0;min-width:0;display:flex;flex-direction:column;overflow:hidden}
.image{${columns === 1 ? '' : `height:${box.height}mm;`}flex:none;display:flex;align-items:flex-start;justify-content:${columns === 1 ? 'center' : 'flex-start'}}
img{display:block}
.image img{max-width:100%;max-height:${box.height}mm;border:.25mm solid #d3cfc7}
figcaption{display:flex;gap:3mm;padding-top:3mm;min-width:0}
figcaption div{min-width:0;flex:1}
.number{flex:none;min-width:7mm;height:7mm;padding:0 1.5mm;border-radius:1mm;background:${colour};color:${textColourOn(colour)};font-size:9pt;line-height:7mm;text-align:center}
.caption{white-space:pre-line;overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:${layout === 'one_per_page' ? 4 : 2};overflow:hidden}
.facts{color:#5b616e;font-size:8pt}
.facts>*{margin-right:3mm}
.url{display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}`;
}
