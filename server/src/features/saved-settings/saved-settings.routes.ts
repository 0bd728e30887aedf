import { optionTextsOf, savedSettingEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import { presentSavedSetting } from './saved-settings.present.ts';
import type { SavedSettingsService } from './saved-settings.service.ts';
import type { SavedSettingRow } from './saved-settings.store.ts';
import { settingUserOf } from './with-settings.ts';

const answer = (row: SavedSettingRow, message: string) => ({
  data: { setting: presentSavedSetting(row), name: row.name, description: row.description },
  message,
});

/** Routes for saved settings. */
export function savedSettingsRoutes(service: SavedSettingsService): Route[] {
  return [
    route(savedSettingEndpoints.listSavedSettings, async ({ caller }) => {
      const rows = await service.list(settingUserOf(caller));
      return { data: { settings: rows.map(presentSavedSetting) } };
    }),
    route(savedSettingEndpoints.getSavedSetting, async ({ caller, params }) => ({
      data: presentSavedSetting(await service.get(settingUserOf(caller), params.id)),
    })),
    route(savedSettingEndpoints.createSavedSetting, async ({ caller, body }) => {
      const row = await service.create({
        organizationId: caller.organizationId,
        name: body.name,
        description: body.description || null,
        projectId: body.projectId,
        options: optionTextsOf(body.options),
        secretsFromId: body.secretsFromId,
      });
      return answer(row, 'Settings saved successfully.');
    }),
    route(savedSettingEndpoints.updateSavedSetting, async ({ caller, params, body }) => {
      const row = await service.replace({
        organizationId: caller.organizationId,
        id: params.id,
        name: body.name,
        description: body.description || null,
        projectId: body.projectId,
        options: optionTextsOf(body.options),
        secretsFromId: body.secretsFromId ?? params.id,
      });
      return answer(row, 'Settings updated successfully.');
    }),
    route(savedSettingEndpoints.deleteSavedSetting, async ({ caller, params }) => {
      await service.remove({ organizationId: caller.organizationId, id: params.id });
      return { data: {}, message: 'Settings deleted successfully.' };
    }),
  ];
}
