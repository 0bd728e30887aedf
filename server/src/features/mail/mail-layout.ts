import { escapeHtml } from '../../lib/escape-html.ts';
import type { MailBrand, MailContent } from './mail.ts';

/** An email in its two versions. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

// A name may contain any text a user types; a subject is one line.
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Renders an email as text and as HTML without images, scripts and external styles. */
export function renderMail(content: MailContent, brand: MailBrand): RenderedMail {
  return {
    subject: oneLine(content.subject),
    text: asText(content, brand),
    html: asHtml(content, brand),
  };
}

function asText({ paragraphs, code, action, closing }: MailContent, brand: MailBrand): string {
  const parts = [
    ...paragraphs.map(oneLine),
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.href}`]),
    ...(closing === undefined ? [] : [closing]),
    `-- \n${brand.productName} · ${brand.publicUrl}\nQuestions? ${brand.supportEmail}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const ink = '#16181d';
const faint = '#5b616e';
const paragraph = (text: string, style = ''): string =>
  `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;

function asHtml(content: MailContent, brand: MailBrand): string {
  const { code, action, closing } = content;
  const body = [
    ...content.paragraphs.map((text) => paragraph(oneLine(text))),
    code === undefined
      ? ''
      : `<p style="margin:8px 0 24px;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(code)}</p>`,
    action === undefined
      ? ''
      : `<p style="margin:8px 0 24px"><a href="${escapeHtml(action.href)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${ink};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`,
    closing === undefined ? '' : paragraph(closing, `color:${faint};font-size:14px`),
  ];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(oneLine(content.subject))}</title></head>
<body style="margin:0;padding:24px;background:#fbfaf8;color:${ink};font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e5e2dc;border-radius:10px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-weight:700">${escapeHtml(brand.productName)}</p>
${body.filter((part) => part !== '').join('\n')}
<p style="margin:24px 0 0;color:${faint};font-size:13px">Questions? <a href="mailto:${escapeHtml(brand.supportEmail)}" style="color:${faint}">${escapeHtml(brand.supportEmail)}</a></p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
