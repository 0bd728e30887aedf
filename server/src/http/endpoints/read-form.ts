import type { Readable } from 'node:stream';
import type { EndpointForm } from '@shotwright/contract';
import { AppError } from '../../shared/app-error.ts';
import type { UploadedFile } from '../route.ts';

/**
 * One part of a multipart body as it arrives. A file's stream must be consumed before the next part
 * is read.
 */
export type FormPart =
  | {
      readonly type: 'field';
      readonly fieldname: string;
      readonly value: unknown;
      readonly valueTruncated: boolean;
    }
  | {
      readonly type: 'file';
      readonly fieldname: string;
      readonly filename: string | undefined;
      readonly file: Readable;
    };

/** A multipart body: the text fields, not yet validated, and the files. */
export interface ReadForm {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
}

/** Limits of the multipart parser. {@link readForm} counts the files itself. Sizes in bytes. */
export function formLimits({ files }: EndpointForm) {
  return {
    fieldNameSize: 100,
    fieldSize: 65_536,
    fields: 20,
    files: files.max + 2,
    fileSize: files.limitBytes,
    headerPairs: 20,
  } as const;
}

/**
 * Throws `body_too_large` or `unsupported_media_type` before any byte is read, if the body cannot
 * be such a form.
 */
export function requireForm(
  form: EndpointForm,
  body: { readonly isMultipart: boolean; readonly sizeBytes: number },
): void {
  const { fields, fieldSize } = formLimits(form);
  const maxBytes = form.files.max * form.files.limitBytes + fields * fieldSize;
  if (body.sizeBytes > maxBytes) {
    const message = `The body is too large. At most ${maxBytes} bytes are allowed.`;
    throw new AppError({ code: 'body_too_large', message });
  }
  if (body.isMultipart) return;
  const message = 'The body must be a form: send it as multipart/form-data.';
  throw new AppError({ code: 'unsupported_media_type', message });
}

/**
 * Reads a multipart body and stops at the first byte or file over a limit. Throws the form's own
 * errors, or `validation_failed` for a malformed or truncated body. A file part with an unknown
 * name is added to the fields, so that it is rejected with them.
 */
export async function readForm(
  parts: AsyncIterable<FormPart>,
  form: EndpointForm,
): Promise<ReadForm> {
  const fields: Record<string, unknown> = {};
  const files: UploadedFile[] = [];
  try {
    for await (const part of parts) {
      const { fieldname: name } = part;
      if (part.type === 'file' && name === form.files.name) {
        const bytes = await readFile(part.file, form);
        // Browsers send an empty file input as a part without a filename and content.
        if (!part.filename && bytes.length === 0) continue;
        if (files.length >= form.files.max) throw new AppError(form.files.tooMany);
        files.push({ bytes });
      } else {
        if (Object.hasOwn(fields, name)) throw unreadable(`The field ${shown(name)} occurs twice.`);
        fields[name] = part.type === 'field' ? wholeValue(part) : await skip(part.file);
      }
    }
  } catch (error) {
    throw error instanceof AppError ? error : unreadable('The form is malformed or incomplete.');
  }
  return { fields, files };
}

async function readFile(file: Readable, { files }: EndpointForm): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes >= files.limitBytes) {
      const { code, message } = files.tooBig;
      throw new AppError({ code, message });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, sizeBytes);
}

async function skip(file: Readable): Promise<null> {
  for await (const _ of file);
  return null;
}

function wholeValue(part: Extract<FormPart, { type: 'field' }>): unknown {
  if (!part.valueTruncated) return part.value;
  throw new AppError({
    code: 'body_too_large',
    message: `The field ${shown(part.fieldname)} is too large.`,
  });
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}

function unreadable(message: string): AppError {
  return new AppError({ code: 'validation_failed', message });
}
