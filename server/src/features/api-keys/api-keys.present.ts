import type { ApiKey } from '@shotwright/contract';
import type { OpenApiKey } from './api-keys.service.ts';

/** Converts an API key to its wire format. */
export function presentApiKey(row: OpenApiKey): ApiKey {
  return {
    id: row.id,
    name: row.name,
    livemode: !row.isTest,
    key: row.key,
    projectId: row.projectId,
    monthlyUsage: row.monthlyUsage,
    monthlyLimit: row.monthlyLimit,
    isActive: row.isActive,
    allowedIps: [...row.allowedIps],
    access: row.access,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedNetwork: row.lastUsedNetwork,
    lastUsedAgent: row.lastUsedAgent,
    previousKeyValidUntil: row.previousKeyValidUntil?.toISOString() ?? null,
    usageResetsAt: row.usageResetsAt.toISOString(),
  };
}
