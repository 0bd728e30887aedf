import type { Webhook, WebhookResponse } from '@shotwright/contract';
import { webhookMessages as messages, webhookSampleMessages } from '../../lib/messages/webhooks.ts';

/** Reads the webhook list in either response shape. Source: ruling RL-4. */
export function webhookList(
  data: readonly Webhook[] | { readonly webhooks: readonly Webhook[] },
): readonly Webhook[] {
  return 'webhooks' in data ? data.webhooks : data;
}

/** Returns the text of the Projects column. */
export function projectNames(webhook: Pick<Webhook, 'isForAllProjects' | 'projects'>): string {
  if (webhook.isForAllProjects) return messages.allProjects;
  return webhook.projects.map(({ name }) => name).join(', ') || messages.noProjects;
}

/** Form values of a webhook. Empty lists mean all. */
export interface WebhookDraft {
  readonly name: string;
  readonly webhookUrl: string;
  readonly projectIds: readonly string[];
  readonly eventIds: readonly string[];
}

/** Empty draft. */
export const emptyDraft: WebhookDraft = { name: '', webhookUrl: '', projectIds: [], eventIds: [] };

/** Returns the draft with the current values of a webhook. */
export function draftOf(webhook: Webhook): WebhookDraft {
  return {
    name: webhook.name,
    webhookUrl: webhook.webhookUrl,
    projectIds: itemsOf(webhook.projectIds),
    eventIds: itemsOf(webhook.eventIds),
  };
}

/** Returns the request body: trimmed, lists joined by commas. Undefined if name or URL is blank. */
export function bodyOf(draft: WebhookDraft) {
  const name = draft.name.trim();
  const webhookUrl = draft.webhookUrl.trim();
  if (name === '' || webhookUrl === '') return undefined;
  return {
    name,
    webhookUrl,
    eventIds: draft.eventIds.join(','),
    projectIds: draft.projectIds.join(','),
  };
}

/** True if two drafts have the same request body. */
export function isSameDraft(one: WebhookDraft, other: WebhookDraft): boolean {
  return (
    one.name.trim() === other.name.trim() &&
    one.webhookUrl.trim() === other.webhookUrl.trim() &&
    one.projectIds.join(',') === other.projectIds.join(',') &&
    one.eventIds.join(',') === other.eventIds.join(',')
  );
}

/** Returns a sentence that describes the endpoint's response. */
export function describeResponse(
  answer: Pick<WebhookResponse, 'statusCode' | 'durationMs' | 'error'>,
) {
  if (answer.statusCode === null) return answer.error?.message ?? webhookSampleMessages.failed;
  return webhookSampleMessages.responded(String(answer.statusCode), String(answer.durationMs));
}

function itemsOf(list: string): string[] {
  return list.split(',').filter((item) => item !== '');
}
