import type { Webhook, WebhookResponse, WebhookDelivery } from '@shotwright/contract';
import type { TruncatedResponse } from '../deliveries/response.rules.ts';
import type { AttemptRow, DeliveryRow } from '../deliveries/deliveries.store.ts';
import type { WebhookSecrets } from './webhook-secrets.service.ts';
import type { WebhookRow } from './webhooks.store.ts';

/** Converts a webhook to its wire format. */
export function presentWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    name: row.name,
    webhookUrl: row.url,
    isActive: row.isActive,
    projectIds: row.projects.map((project) => project.id).join(','),
    isForAllProjects: row.isForAllProjects,
    projects: row.projects,
    eventIds: row.eventTypes.join(','),
    inactiveReason: row.inactiveReason,
    failingSince: row.failingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Converts signing secrets to their wire format. */
export function presentSecrets({ secret, previousSecretValidUntil }: WebhookSecrets) {
  return {
    secret,
    previousSecretValidUntil: previousSecretValidUntil?.toISOString() ?? null,
  };
}

/** Converts a delivery to its wire format. */
export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    webhookId: row.webhookId,
    eventType: row.eventType,
    screenshotId: row.screenshotId,
    batchId: row.batchId,
    state: row.state,
    attempts: row.attempts,
    maxAttempts: row.maxAttempts,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    lastStatusCode: row.lastStatusCode,
    lastDurationMs: row.lastDurationMs,
    lastError: row.lastError,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** Converts an attempt to its wire format. */
export function presentAttempt(row: AttemptRow) {
  const { errorCode: code, errorMessage: message } = row;
  const answer: WebhookResponse = {
    durationMs: row.durationMs,
    statusCode: row.statusCode,
    headers: row.responseHeaders,
    body: row.responseBody,
    isBodyCut: row.isBodyCut,
    error: code === null ? null : { code, message: message ?? '' },
  };
  return {
    number: row.number,
    startedAt: row.startedAt.toISOString(),
    requestHeaders: row.requestHeaders,
    answer,
  };
}

/** Converts a response to its wire format. */
export function presentResponse(answer: TruncatedResponse): WebhookResponse {
  const { durationMs, statusCode, headers, body, isBodyCut, error } = answer;
  return { durationMs, statusCode, headers: { ...headers }, body, isBodyCut, error };
}
