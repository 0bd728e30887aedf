import { optionSecretsOf, wireId } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import { fieldError, type AppError } from '../../shared/app-error.ts';
import {
  explainOrigin,
  withSettingOptions,
  type RawOptions,
  type SettingCall,
} from './setting-base.rules.ts';
import { fillMasks } from './setting-secrets.rules.ts';
import type { SettingSecretsService } from './setting-secrets.service.ts';
import type { SettingUser } from './saved-settings.store.ts';
import { listUsableSettings, type UsableSettingRow } from './setting-secrets.store.ts';

/** Options of a capture after its setting, if it names one, has completed them. */
export interface AppliedSetting {
  /** True if the request names a setting. */
  readonly hasSetting: boolean;
  readonly options: RawOptions;
  /** Returns an error of the capture with the origin of the options that it is about. */
  explain(error: unknown): unknown;
}

interface ApplyInput {
  readonly call?: SettingCall;
  /** Options of settings that the call does not take. */
  readonly omit?: readonly string[];
}

/** Settings that were read for a request. */
export interface OpenSettings {
  /**
   * Returns the options of a request on the base of the setting that its `setting_id` names, with its
   * secrets. Throws `setting_not_found` (404), and `validation_failed` for a setting whose source the
   * call does not capture.
   */
  apply(request: RawOptions, input?: ApplyInput): AppliedSetting;
  /** Size of the options that a setting adds to a request; 0 without a setting. Unit: bytes. */
  sizeOf(request: RawOptions): number;
  /** Names of the secrets that the setting of a request has. */
  secretsOf(request: RawOptions): readonly string[];
}

/** Saved settings as the base of captures. */
export interface UseSettings {
  /** Reads the settings that the `setting_id` of requests names. */
  open(user: SettingUser, requests: readonly RawOptions[]): Promise<OpenSettings>;
}

interface UseSettingsDependencies {
  readonly db: Database;
  readonly secrets: Pick<SettingSecretsService, 'read'>;
}

/** Creates {@link UseSettings}. */
export function createUseSettings({ db, secrets }: UseSettingsDependencies): UseSettings {
  return {
    open: async (user, requests) => {
      const ids = new Set(requests.flatMap((request) => settingIdOf(request) ?? []));
      const rows = ids.size === 0 ? [] : await listUsableSettings(db, { ...user, ids: [...ids] });
      const settings = new Map(rows.map((row) => [row.id, row]));
      const find = (request: RawOptions): UsableSettingRow | undefined => {
        const id = settingIdOf(request);
        const row = id === undefined ? undefined : settings.get(id);
        if (id !== undefined && !row) throw missingSetting(id, user);
        return row;
      };
      return {
        apply: (request, input = {}) => {
          const row = find(request);
          if (row) return applied(secrets, { request, row, user, ...input });
          return { hasSetting: false, options: request, explain: (error) => error };
        },
        sizeOf: (request) => find(request)?.sizeBytes ?? 0,
        secretsOf: (request) => {
          const row = find(request);
          return row ? Object.keys(secrets.read(row)) : [];
        },
      };
    },
  };
}

function applied(
  secrets: UseSettingsDependencies['secrets'],
  input: ApplyInput & {
    readonly request: RawOptions;
    readonly row: UsableSettingRow;
    readonly user: SettingUser;
  },
): AppliedSetting {
  const { request, row, user, call, omit = [] } = input;
  const { id: settingId, projectId, options: saved } = row;
  // The project of a key is the one of its captures.
  const isBound = user.projectId !== null;
  const setting = { ...(projectId !== null && { project_id: String(projectId) }), ...saved };
  const { options, added } = withSettingOptions(request, {
    setting,
    call,
    omit: isBound ? [...omit, 'project_id'] : omit,
  });
  requireSource(options, { settingId, setting, call });
  const explain = (error: unknown): unknown => explainOrigin(error, { added, settingId });
  try {
    const given = optionSecretsOf(options);
    const filled = fillMasks(given, { stored: secrets.read(row), path: '' });
    const changed = Object.entries(filled).filter(([name, text]) => text !== Object(given)[name]);
    return {
      hasSetting: true,
      options: { ...options, ...Object.fromEntries(changed), setting_id: settingId },
      explain,
    };
  } catch (error) {
    throw explain(error);
  }
}

/** Returns the ID; undefined if there is none, or none that a setting can have. */
function settingIdOf({ setting_id: given }: RawOptions): number | undefined {
  if (given === undefined || given === null) return undefined;
  const read = wireId.safeParse(given);
  return read.success ? read.data : undefined;
}

function missingSetting(id: number, { projectId }: SettingUser): AppError {
  const reach =
    projectId === null
      ? 'no saved setting of this account has the ID'
      : `this API key belongs to project ${projectId}, and neither that project nor the account as a whole has a saved setting with the ID`;
  return fieldError('setting_not_found', { path: 'setting_id', message: `${reach} ${id}` });
}

/** A setting with pasted HTML cannot be the source of a capture of a URL, and the reverse. */
function requireSource(
  options: RawOptions,
  {
    settingId,
    setting,
    call,
  }: {
    readonly settingId: number;
    readonly setting: Readonly<Record<string, string>>;
    readonly call: SettingCall;
  },
): void {
  const other = call === 'url' ? 'html' : 'url';
  if (call === undefined || options[call] !== undefined || !setting[other]) return;
  const message =
    call === 'url'
      ? `saved setting ${settingId} has pasted HTML and no URL; send url, or POST it to /api/v1/html-to-image`
      : `saved setting ${settingId} has a URL and no HTML; send html, or POST it to /api/v1/screenshots`;
  throw fieldError('validation_failed', { path: 'setting_id', message });
}
