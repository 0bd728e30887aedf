import type { Destination, OperationRequest } from '@shotwright/contract';
import { defaultStoragePath } from '@shotwright/contract/paths';

/** Values of the form of a destination. */
export interface DestinationDraft {
  readonly name: string;
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secret: string;
  readonly path: string;
  readonly publicUrl: string;
  readonly keepsLocal: boolean;
}

type TextField = Exclude<keyof DestinationDraft, 'keepsLocal'>;

/** Returns the values of a destination, or of a new one. */
export function draftOf(destination: Destination | undefined): DestinationDraft {
  return {
    name: destination?.name ?? '',
    endpoint: destination?.endpoint ?? '',
    region: destination?.region ?? 'us-east-1',
    bucket: destination?.bucket ?? '',
    accessKeyId: destination?.access_key_id ?? '',
    secret: '',
    path: destination?.path_template ?? defaultStoragePath,
    publicUrl: destination?.public_base_url ?? '',
    keepsLocal: destination?.keep_local ?? true,
  };
}

/** Returns the required fields without a value. An existing destination keeps its secret. */
export function missingFields(draft: DestinationDraft, isNew: boolean): readonly TextField[] {
  const required: readonly TextField[] = [
    'name',
    'region',
    'bucket',
    'accessKeyId',
    ...(isNew ? (['secret'] as const) : []),
    'path',
  ];
  return required.filter((field) => draft[field].trim() === '');
}

/** Returns the request body of a form. */
export function destinationBodyOf(
  draft: DestinationDraft,
): OperationRequest<'createDestination'>['body'] {
  return {
    name: draft.name.trim(),
    endpoint: orNull(draft.endpoint),
    region: draft.region.trim(),
    bucket: draft.bucket.trim(),
    access_key_id: draft.accessKeyId.trim(),
    secret_access_key: draft.secret,
    path_template: draft.path.trim(),
    public_base_url: orNull(draft.publicUrl),
    keep_local: draft.keepsLocal,
  };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
