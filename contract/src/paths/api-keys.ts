import type { PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints for API keys. */
export const apiKeyPaths = {
  listApiKeys: { method: 'GET', path: '/api-keys' },
  createApiKey: { method: 'POST', path: '/api-keys' },
  updateApiKey: { method: 'PATCH', path: '/api-keys/{id}' },
  rotateApiKey: { method: 'POST', path: '/api-keys/{id}/rotate' },
  deleteApiKey: { method: 'DELETE', path: '/api-keys/{id}' },
} as const satisfies PathTable;
