import type { Readable } from 'node:stream';
import type { EndpointForm } from '@shotwright/contract';
import { AppError } from '../lib/app-error.ts';
import type { UploadedFile } from './route.ts';

/** One part of a multipart body as it arrives. A file's stream has to be used up before the next part comes. */
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

/** A multipart body: the text fields, not looked at yet, and the files. */
export interface ReadForm {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
}

/** What the parser of multipart bodies lets through at most; files are counted by {@link readForm} itself. Sizes in bytes. */
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

/** Throws `body_too_large` or `unsupported_media_type` for what can be no such form, before a byte of it is read. */
export function requireForm(
  form: EndpointForm,
  body: { readonly isMultipart: boolean; readonly sizeBytes: number },
): void {
  const { fields, fieldSize } = formLimits(form);
  const maxBytes = form.files.max * form.files.limitBytes + fields * fieldSize;
  if (body.sizeBytes > maxBytes) {
    const message = `The body is larger than this address reads. At most ${maxBytes} bytes are read.`;
    throw new AppError({ kind: 'too_large', code: 'body_too_large', message });
  }
  if (body.isMultipart) return;
  const message = 'The body must be a form: send it as multipart/form-data.';
  throw new AppError({ kind: 'unsupported', code: 'unsupported_media_type', message });
}

/**
 * Reads a multipart body and stops at the first byte or file too many. Throws the form's own refusals, `validation_failed`
 * for a body that is none or breaks off. A part under a name that is not the form's stands among the fields, to be refused
 * with them.
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
        // How a browser sends a chooser that nothing was chosen with.
        if (!part.filename && bytes.length === 0) continue;
        if (files.length >= form.files.max) throw invalid(form.files.tooMany);
        files.push({ bytes });
      } else {
        if (Object.hasOwn(fields, name)) throw unreadable(`The field ${shown(name)} came twice.`);
        fields[name] = part.type === 'field' ? wholeValue(part) : await skip(part.file);
      }
    }
  } catch (error) {
    throw error instanceof AppError ? error : unreadable('The form is malformed or breaks off.');
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
      throw new AppError({ kind: 'too_large', code, message });
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
    kind: 'too_large',
    code: 'body_too_large',
    message: `The field ${shown(part.fieldname)} is larger than this address reads.`,
  });
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}

function unreadable(message: string): AppError {
  return invalid({ code: 'validation_failed', message });
}

function invalid(refusal: { readonly code: string; readonly message: string }): AppError {
  return new AppError({ kind: 'invalid', ...refusal });
}
