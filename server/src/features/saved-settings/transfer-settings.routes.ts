import {
  savedSettingEndpoints,
  type ImportedSetting,
  type SettingsFileInput,
} from '@shotwright/contract';
import { ownerOf, route, type Route } from '../../http/route.ts';
import { asRecord } from '../../lib/as-record.ts';
import { AppError } from '../../shared/app-error.ts';
import { disposition } from '../../shared/image-response.ts';
import type { TransferSettings } from './transfer-settings.service.ts';
import { settingUserOf } from './with-settings.ts';

const subject = 'saved settings';

/** Routes that export and import saved settings. */
export function transferSettingsRoutes(transfer: TransferSettings): Route[] {
  return [
    route(savedSettingEndpoints.exportSavedSettings, async ({ caller, query }) => {
      const file = await transfer.exportFile(settingUserOf(caller), query.ids);
      return {
        binary: {
          body: Buffer.from(`${JSON.stringify(file, null, 2)}\n`),
          contentType: 'application/json',
        },
        headers: {
          'content-disposition': disposition('attachment', fileNameOf(file)),
          'cache-control': 'no-store',
        },
      };
    }),
    withNames(
      route(savedSettingEndpoints.previewSettingsImport, async ({ caller, body }) => {
        const organizationId = ownerOf(caller, subject);
        const settings = await transfer.preview({ organizationId, request: body });
        return {
          data: presentImport(settings),
          message: 'The file was checked; nothing was changed.',
        };
      }),
    ),
    withNames(
      route(savedSettingEndpoints.importSavedSettings, async ({ caller, body }) => {
        const organizationId = ownerOf(caller, subject);
        const settings = await transfer.importFile({ organizationId, request: body });
        return { data: presentImport(settings), message: 'Settings imported successfully.' };
      }),
    ),
  ];
}

function fileNameOf({ settings }: SettingsFileInput): string {
  const [first] = settings;
  const name = settings.length === 1 && first ? slugOf(first.name) : '';
  return `${['shotwright-settings', name].filter(Boolean).join('-')}.json`;
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}

function presentImport(settings: ImportedSetting[]) {
  const countOf = (action: ImportedSetting['action']): number =>
    settings.filter((one) => one.action === action).length;
  return {
    settings,
    counts: {
      created: countOf('create'),
      replaced: countOf('replace'),
      skipped: countOf('skip'),
    },
  };
}

/** Adds the names of settings to errors about their fields. */
function withNames(one: Route): Route {
  return {
    ...one,
    completeBody: async ({ body }) => ({ body, explain: (error) => named(error, body) }),
  };
}

const settingPath = /^file\.settings\.(\d+)(?:\.(.+))?$/;

function named(error: unknown, body: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { fields, more = 0 } = error.details;
  if (!Array.isArray(fields)) return error;
  const list: readonly unknown[] = fields;
  const texts = list.flatMap((field) => namedText(asRecord(field), body) ?? []);
  const [first] = texts;
  if (first === undefined) return error;
  const others = fields.length - 1 + Number(more);
  const { code, details } = error;
  const message = `${first}${others > 0 ? ` And ${others} more.` : ''}`;
  const explained = list.map((field) => {
    const record = asRecord(field);
    const text = namedText(record, body);
    return text === undefined ? record : { ...record, message: text };
  });
  return new AppError({ code, message, details: { ...details, fields: explained } });
}

/** Returns the message about a field of a setting with the name of the setting. */
function namedText({ path, message }: Record<string, unknown>, body: unknown): string | undefined {
  const [, position, field = ''] = settingPath.exec(String(path)) ?? [];
  if (position === undefined) return undefined;
  const { settings } = asRecord(asRecord(body)['file']);
  const all: readonly unknown[] = Array.isArray(settings) ? settings : [];
  const { name } = asRecord(all[Number(position)]);
  const number = `Setting ${Number(position) + 1}`;
  const who =
    typeof name === 'string' && name.trim() !== ''
      ? `${number} (${JSON.stringify(name.trim().slice(0, 100))})`
      : number;
  const text = String(message).replace(/\.$/, '');
  return /^[A-Z]/.test(text) ? `${who}: ${text}.` : `${who}: ${field} ${text}.`;
}
