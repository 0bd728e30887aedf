import {
  linkOptionNames,
  linkParametersSchema,
  linkUrlSchema,
  listItems,
  withCanonicalNames,
  type LinkParameters,
} from '@shotwright/contract';
import { invalidField } from '../../../shared/app-error.ts';
import type { RawOptions } from '../../saved-settings/setting-base.rules.ts';
import type { SettingUser } from '../../saved-settings/saved-settings.store.ts';
import type { UseSettings } from '../../saved-settings/use-settings.service.ts';

/** Parameters of a link whose saved setting has completed them. */
export type CompletedLink = LinkParameters & { readonly url?: string | undefined };

/**
 * Returns the parameters of a link with the options that its saved setting has now. Options that a
 * link cannot carry are left out. Throws `setting_not_found` (404), and `validation_failed` for a setting
 * with secrets, because every reader of the link would see what only they let the browser see.
 */
export type CompleteLink = (user: SettingUser, given: RawOptions) => Promise<CompletedLink>;

const schema = linkParametersSchema.extend({ url: linkUrlSchema.optional() });
const possibleNames: ReadonlySet<string> = new Set([...linkOptionNames, 'url', 'file_type']);

/** Creates a {@link CompleteLink}. */
export function createCompleteLink(useSettings: UseSettings): CompleteLink {
  return async ({ organizationId, projectId }, given) => {
    const settings = await useSettings.open({ organizationId, projectId }, [given]);
    const secrets = settings.secretsOf(given);
    if (secrets.length > 0) throw secretsInLink(secrets);
    const { options, explain } = settings.apply(given, { call: 'url' });
    const kept = Object.entries(options).filter(
      ([name]) => possibleNames.has(name) || Object.hasOwn(given, name),
    );
    const parsed = schema.safeParse(Object.fromEntries(kept));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const path = issue?.path.join('.') ?? 'setting_id';
    throw explain(invalidField(path, issue?.message ?? 'is not valid'));
  };
}

/** Returns the options of a link; the ending of a file name decides the format before a setting does. */
export function linkOptionsOf(given: RawOptions, name: string | undefined): RawOptions {
  const { options } = withCanonicalNames(given);
  if (name === undefined || options['file_type'] !== undefined) return options;
  return { ...options, file_type: name.slice(name.lastIndexOf('.') + 1) };
}

function secretsInLink(secrets: readonly string[]): Error {
  const message = `must be a saved setting without secrets, because everyone can open a link; this one has ${listItems(secrets)}`;
  return invalidField('setting_id', message);
}
