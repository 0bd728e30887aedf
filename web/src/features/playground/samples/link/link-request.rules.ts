import { linkOptionNames } from '@shotwright/contract/capture-options';
import { imageFormats, type ImageFormat } from '@shotwright/contract/paths';
import type { CaptureForm } from '../../form/capture-form.rules.ts';
import { buildPayload } from '../../form/capture-request.ts';

/** Choices about a link besides the form. */
export interface LinkChoices {
  /** Undefined: the link is for the URL of the form. */
  readonly urlPattern: string | undefined;
  readonly expiresInDays: number;
  readonly apiKeyId: number;
}

/** Options of a form that a link cannot carry. */
const impossible = ['proxy_url', 'custom_header', 'cookies', 'basic_auth_user'] as const;

/** Returns true if the form has credentials, which a link leaves out. */
export function losesCredentials(form: CaptureForm): boolean {
  return impossible.some((name) => form[name].trim() !== '');
}

const isImageFormat = (format: string): format is ImageFormat =>
  Object.hasOwn(imageFormats, format);

/** Returns true if the form asks for a document, for which a link returns an image. */
export function losesDocument(form: CaptureForm): boolean {
  return !isImageFormat(form.file_type);
}

/** Returns the request for a link with the options of the form. */
export function linkRequestOf(
  form: CaptureForm,
  { urlPattern, expiresInDays, apiKeyId }: LinkChoices,
) {
  const { url = '', file_type: given = 'png', ...payload } = buildPayload(form);
  const fileType = isImageFormat(given) ? given : 'png';
  const names: readonly string[] = linkOptionNames;
  const options = Object.entries(payload).filter(([name]) => names.includes(name));
  return {
    ...Object.fromEntries(options),
    file_type: fileType,
    // Mail clients and document editors recognise an image by the ending of its URL.
    ...(urlPattern === undefined
      ? { url, name: `screenshot.${imageFormats[fileType].extension}` }
      : { url_pattern: urlPattern }),
    expires_in: expiresInDays * 86_400,
    api_key_id: apiKeyId,
  };
}

/** Returns the pattern of all pages of the form's host; empty without a valid URL. */
export function patternOf(url: string): string {
  return URL.canParse(url) ? `${new URL(url).origin}/*` : '';
}
