import type { OperationRequest } from '@shotwright/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api/error.ts';
import { callApi } from '../../../lib/api/operations.ts';
import { unsafeCast } from '../../../lib/unsafe-cast.ts';

type Options = Readonly<Record<string, unknown>>;

/** Options that a capture accepts, and sentences about the others. */
export interface CheckedOptions {
  readonly options: Options;
  readonly problems: readonly string[];
}

/** URL of options without a source, which an estimate requires. */
const exampleUrl = 'https://example.com/';

/** Returns which options of a request a capture would accept. `options` null: there is no request. */
export function useCheckedOptions(options: Options | null) {
  return useQuery({
    queryKey: ['playground-import', options],
    queryFn: ({ signal }) => checkOptions(options ?? {}, signal),
    enabled: options !== null,
    // Options may contain secrets.
    gcTime: 0,
    staleTime: 0,
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.statusCode < 500),
    // Shown in the dialog.
    meta: { isSilent: () => true },
  });
}

/**
 * Returns the options that an estimate accepts. It is asked again without the options that it rejects
 * until it rejects none, because rules about combinations are checked after the types of all fields.
 */
async function checkOptions(given: Options, signal: AbortSignal): Promise<CheckedOptions> {
  const problems: string[] = [];
  let options = given;
  for (;;) {
    try {
      const { url, html } = options;
      const hasSource = url !== undefined || html !== undefined;
      const body = unsafeCast<OperationRequest<'estimateCapture'>['body']>({
        ...options,
        ...(!hasSource && { url: exampleUrl }),
      });
      await callApi('estimateCapture', { body, signal });
      return { options, problems };
    } catch (error) {
      const rejected = rejectedFields(error).filter(({ name }) => Object.hasOwn(options, name));
      // Any other error is not about an option; without one fewer option, the loop would not end.
      if (rejected.length === 0) throw error;
      problems.push(...rejected.map(({ sentence }) => sentence));
      const names = new Set(rejected.map(({ name }) => name));
      options = Object.fromEntries(Object.entries(options).filter(([name]) => !names.has(name)));
    }
  }
}

function rejectedFields(error: unknown): { readonly name: string; readonly sentence: string }[] {
  const fields = error instanceof ApiError ? error.data?.details?.['fields'] : undefined;
  if (!Array.isArray(fields)) return [];
  return unsafeCast<readonly { path: string; message: string }[]>(fields).map(
    ({ path, message }) => ({
      name: path.split('.')[0] ?? path,
      sentence: sentenceOf(path, message),
    }),
  );
}

function sentenceOf(path: string, message: string): string {
  // The list has a hundred names.
  const short = message.replace(/ Valid fields: .*$/s, '');
  const sentence = /^[A-Z]/.test(short) ? short : `${path} ${short}`;
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`;
}
