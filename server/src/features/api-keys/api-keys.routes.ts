import { apiKeyEndpoints } from '@shotwright/contract';
import { route, type Route, type SessionCaller } from '../../http/route.ts';
import type { Logger } from '../../lib/logger.ts';
import { securityLogOf, type SecurityLog } from '../../lib/security-log.ts';
import { presentApiKey } from './api-keys.present.ts';
import type { ApiKeysService } from './api-keys.service.ts';

/** Routes for API keys. */
export function apiKeysRoutes(service: ApiKeysService): Route[] {
  return [
    route(apiKeyEndpoints.listApiKeys, async (req) => {
      const keys = await service.listApiKeys(req.caller.organizationId);
      logOf(req)('api_keys.revealed', { count: keys.length });
      return { data: { apiKeys: keys.map(presentApiKey) } };
    }),
    route(apiKeyEndpoints.createApiKey, async (req) => {
      const { organizationId } = req.caller;
      const { livemode, ...body } = req.body;
      const key = await service.createApiKey({ organizationId, isTest: !livemode, ...body });
      logOf(req)('api_key.created', { apiKeyId: key.id });
      return { data: { apiKey: presentApiKey(key) }, message: 'API key created successfully' };
    }),
    route(apiKeyEndpoints.updateApiKey, async (req) => {
      const { caller, params, body } = req;
      const key = await service.changeApiKey({
        organizationId: caller.organizationId,
        id: params.id,
        ...body,
      });
      logOf(req)('api_key.updated', { apiKeyId: key.id });
      return { data: { apiKey: presentApiKey(key) }, message: 'API key updated successfully' };
    }),
    route(apiKeyEndpoints.rotateApiKey, async (req) => {
      const { caller, params, body } = req;
      const key = await service.rotateApiKey({
        organizationId: caller.organizationId,
        id: params.id,
        overlapHours: body.overlapHours,
      });
      logOf(req)('api_key.rotated', { apiKeyId: key.id });
      return { data: { apiKey: presentApiKey(key) }, message: 'API key rotated successfully' };
    }),
    route(apiKeyEndpoints.deleteApiKey, async (req) => {
      const { id } = req.params;
      await service.deleteApiKey({ organizationId: req.caller.organizationId, id });
      logOf(req)('api_key.deleted', { apiKeyId: id });
      return { data: {}, message: 'API key deleted successfully' };
    }),
  ];
}

/** Security log with the calling user as subject. */
function logOf(request: {
  readonly caller: SessionCaller;
  readonly logger: Logger;
  readonly ip: string;
}): SecurityLog {
  const { userId, organizationId } = request.caller;
  const log = securityLogOf(request);
  return (event, subject) => log(event, { userId, organizationId, ...subject });
}
