import { asRecord } from '../../lib/as-record.ts';
import type { Caller, CompletedBody, Route } from '../../http/route.ts';
import type { SettingCall } from './setting-base.rules.ts';
import type { SettingUser } from './saved-settings.store.ts';
import type { UseSettings } from './use-settings.service.ts';

/** Calls whose body is completed with the saved setting that its `setting_id` names. */
const completedCalls: Readonly<Record<string, SettingCall>> = {
  captureUrl: 'url',
  captureHtml: 'html',
  estimateCapture: undefined,
};

/**
 * Completes the bodies of captures with API keys with the options of saved settings, before they are
 * validated: so all that follows, from the price to the idempotency record, sees one set of options.
 */
export function withSettings(useSettings: UseSettings, routes: readonly Route[]): Route[] {
  return routes.map((route) => {
    const { operationId } = route.endpoint;
    if (!Object.hasOwn(completedCalls, operationId)) return route;
    const call = completedCalls[operationId];
    return { ...route, completeBody: (request) => complete(useSettings, request, call) };
  });
}

async function complete(
  useSettings: UseSettings,
  { caller, body }: { readonly caller: Caller | null; readonly body: unknown },
  call: SettingCall,
): Promise<CompletedBody> {
  const request = asRecord(body);
  if (request['setting_id'] === undefined || caller === null || Array.isArray(body))
    return { body, explain: (error) => error };
  const settings = await useSettings.open(settingUserOf(caller), [request]);
  const { options, explain } = settings.apply(request, { call });
  return { body: options, explain };
}

/** Returns the settings that a caller may use. */
export function settingUserOf(caller: Caller): SettingUser {
  const { organizationId } = caller;
  return { organizationId, projectId: caller.kind === 'key' ? caller.projectId : null };
}
