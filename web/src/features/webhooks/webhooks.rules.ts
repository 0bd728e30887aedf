import type { Webhook, WebhookAnswer } from '@shotwright/contract';
import { webhookMessages as words, webhookSampleMessages } from '../../lib/messages/webhooks.ts';

/** The list in whichever of its shapes it arrives. Source: ruling RL-4. */
export function webhookList(
  data: readonly Webhook[] | { readonly webhooks: readonly Webhook[] },
): readonly Webhook[] {
  return 'webhooks' in data ? data.webhooks : data;
}

/** What the Projects column says of a webhook. */
export function projectNames(webhook: Pick<Webhook, 'isForAllProjects' | 'projects'>): string {
  if (webhook.isForAllProjects) return words.allProjects;
  return webhook.projects.map(({ name }) => name).join(', ') || words.noProjects;
}

/** What is typed about a webhook. Empty lists mean all. */
export interface WebhookDraft {
  readonly name: string;
  readonly webhookUrl: string;
  readonly projectIds: readonly string[];
  readonly eventIds: readonly string[];
}

/** Nothing typed yet. */
export const emptyDraft: WebhookDraft = { name: '', webhookUrl: '', projectIds: [], eventIds: [] };

/** The draft that stands for a webhook as it is. */
export function draftOf(webhook: Webhook): WebhookDraft {
  return {
    name: webhook.name,
    webhookUrl: webhook.webhookUrl,
    projectIds: itemsOf(webhook.projectIds),
    eventIds: itemsOf(webhook.eventIds),
  };
}

/** The draft as it is sent: trimmed, lists joined by commas. Undefined while name or URL is blank. */
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

/** Whether two drafts would be sent as the same. */
export function isSameDraft(one: WebhookDraft, other: WebhookDraft): boolean {
  return (
    one.name.trim() === other.name.trim() &&
    one.webhookUrl.trim() === other.webhookUrl.trim() &&
    one.projectIds.join(',') === other.projectIds.join(',') &&
    one.eventIds.join(',') === other.eventIds.join(',')
  );
}

/** What an endpoint did, in plain words. */
export function answerSentence(answer: Pick<WebhookAnswer, 'statusCode' | 'durationMs' | 'error'>) {
  if (answer.statusCode === null) return answer.error?.message ?? webhookSampleMessages.failed;
  return webhookSampleMessages.answered(String(answer.statusCode), String(answer.durationMs));
}

function itemsOf(list: string): string[] {
  return list.split(',').filter((item) => item !== '');
}
