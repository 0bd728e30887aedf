import type { CapturedDocument, CapturedExtract } from '../capture-result.ts';
import type { CaptureSpec, DocumentFormat, ExtractName, PdfSettings } from '../capture-spec.ts';

const html = '<!doctype html><title>TEST</title><h1>TEST</h1>';
const textType = 'text/plain; charset=utf-8';
const markdown = { text: '# TEST\n', contentType: 'text/markdown; charset=utf-8' } as const;
const json = (value: unknown) =>
  ({ text: JSON.stringify(value), contentType: 'application/json' }) as const;
const mhtml = [
  'From: <Test mode>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; boundary="test"',
  '',
  '--test',
  'Content-Type: text/html',
  '',
  html,
  '--test--',
  '',
].join('\r\n');

const extracts = {
  metadata: json({ title: 'TEST' }),
  html: { text: html, contentType: 'text/html; charset=utf-8' },
  text: { text: 'TEST\n', contentType: textType },
  markdown,
  article: markdown,
  links: json([]),
  a11y: json({ role: 'RootWebArea', name: 'TEST' }),
  mhtml: { text: mhtml, contentType: 'multipart/related' },
  selectors: json([]),
} as const satisfies Record<
  ExtractName,
  { readonly text: string; readonly contentType: CapturedExtract['contentType'] }
>;

/** Returns an extract of the test page. */
export function testExtract(name: ExtractName): CapturedExtract {
  const { text, contentType } = extracts[name];
  return { name, bytes: Buffer.from(text), contentType };
}

/** Returns the test page as a finished file that is no image. */
export function testDocument({ pdf }: CaptureSpec, format: DocumentFormat): CapturedDocument {
  if (format === 'pdf') return { bytes: testPdf(pdf), contentType: 'application/pdf' };
  const { bytes, contentType } = testExtract(format);
  return { bytes, contentType };
}

/** Size of A4. Inches. */
const a4 = { width: 8.27, height: 11.69 };
const pointsPerInch = 72;

/** Returns a PDF of one page of the requested size. Source: ISO 32000-1 §7.5. */
function testPdf(pdf: PdfSettings | undefined): Buffer {
  const { width, height } = pdf?.paper ?? a4;
  const [across, down] = pdf?.isLandscape === true ? [height, width] : [width, height];
  const box = [across, down].map((side) => Math.round(side * pointsPerInch * 100) / 100).join(' ');
  const content = 'BT /F1 48 Tf 36 36 Td (TEST) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  const count = objects.length + 1;
  text += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
