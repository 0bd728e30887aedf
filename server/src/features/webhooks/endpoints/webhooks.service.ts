import { webhookLimits } from '@shotwright/contract';
import { inTransaction, type Database, type Db, type Tx } from '../../../db/transaction.ts';
import { AppError, projectNotFound } from '../../../shared/app-error.ts';
import { endPendingDeliveries } from '../deliveries/delivery-attempts.store.ts';
import { inactiveMessage } from '../deliveries/auto-disable.rules.ts';
import { webhookNotFound } from './webhooks.errors.ts';
import type { WebhookSecretsService } from './webhook-secrets.service.ts';
import type { CheckUrl } from '../../../shared/public-url.ts';
import { readWebhookUrl } from './webhook-url.rules.ts';
import {
  insertWebhook,
  listWebhooks,
  lockWebhook,
  removeWebhook,
  replaceProjects,
  setActive,
  updateWebhook,
  type WebhookRef,
  type WebhookRow,
  type WebhookValues,
} from './webhooks.store.ts';

interface WebhooksDependencies {
  readonly db: Database;
  readonly secrets: Pick<WebhookSecretsService, 'addFirst'>;
  readonly checkUrl: CheckUrl;
}

/**
 * Webhook endpoints of customers. URLs are rejected with `invalid_url`, `unsupported_scheme` or
 * `url_not_allowed`.
 */
export interface WebhooksService {
  list(organizationId: string): Promise<WebhookRow[]>;
  /**
   * Throws `project_not_found`, `conflict` if there are too many. `secret` is shown to its owner.
   */
  create(
    input: WebhookValues & { readonly organizationId: string },
  ): Promise<{ readonly webhook: WebhookRow; readonly secret: string }>;
  /** Changes the given fields. Throws `webhook_not_found`, `project_not_found`. */
  change(
    input: WebhookRef & { readonly [K in keyof WebhookValues]?: WebhookValues[K] | undefined },
  ): Promise<WebhookRow>;
  /**
   * Idempotent. Disabling ends pending deliveries. Throws `webhook_not_found`, `conflict` if all of
   * its projects were deleted.
   */
  setStatus(input: WebhookRef & { readonly isActive: boolean }): Promise<WebhookRow>;
  /** Pending deliveries are not sent any more. Throws `webhook_not_found`. */
  remove(input: WebhookRef): Promise<void>;
}

/** Creates a {@link WebhooksService} that checks URLs against the address policy. */
export function createWebhooksService(deps: WebhooksDependencies): WebhooksService {
  const { db, checkUrl } = deps;
  return {
    list: (organizationId) => listWebhooks(db, { organizationId }),
    create: async (input) => {
      const { organizationId, projectIds } = input;
      const url = readWebhookUrl(input.url, checkUrl);
      return inTransaction(db, async (tx) => {
        const isForAllProjects = projectIds.length === 0;
        const limit = webhookLimits.perOrganization;
        const id = await insertWebhook(tx, { ...input, url, isForAllProjects, limit });
        if (id === undefined) throw tooMany(limit);
        await putProjects(tx, { organizationId, id, projectIds });
        const secret = await deps.secrets.addFirst(tx, id);
        return { webhook: await getWebhook(tx, { organizationId, id }), secret };
      });
    },
    change: async ({ url, projectIds, ...input }) => {
      const readUrl = url === undefined ? undefined : readWebhookUrl(url, checkUrl);
      return inTransaction(db, async (tx) => {
        if (!(await lockWebhook(tx, input))) throw webhookNotFound();
        const isForAllProjects = projectIds && projectIds.length === 0;
        await updateWebhook(tx, { ...input, url: readUrl, isForAllProjects });
        if (projectIds) await putProjects(tx, { ...input, projectIds });
        return getWebhook(tx, input);
      });
    },
    setStatus: ({ isActive, ...webhook }) =>
      inTransaction(db, async (tx) => {
        if (!(await lockWebhook(tx, webhook))) throw webhookNotFound();
        const row = await getWebhook(tx, webhook);
        if (isActive && !row.isForAllProjects && row.projects.length === 0) throw withoutProjects();
        const inactiveReason = isActive ? null : 'switched_off';
        if (await setActive(tx, { ...webhook, inactiveReason })) {
          if (!isActive) await endWaiting(tx, webhook);
        }
        return getWebhook(tx, webhook);
      }),
    remove: async (webhook) => {
      if (!(await removeWebhook(db, webhook))) throw webhookNotFound();
    },
  };
}

async function getWebhook(db: Db, { organizationId, id }: WebhookRef): Promise<WebhookRow> {
  const [row] = await listWebhooks(db, { organizationId, onlyId: id });
  if (!row) throw webhookNotFound();
  return row;
}

async function putProjects(
  tx: Tx,
  input: WebhookRef & { readonly projectIds: readonly number[] },
): Promise<void> {
  if (await replaceProjects(tx, input)) return;
  throw projectNotFound('projectIds', 'one of the projects does not exist');
}

function endWaiting(tx: Tx, { organizationId, id }: WebhookRef): Promise<void> {
  const lastErrorText = inactiveMessage('switched_off');
  return endPendingDeliveries(tx, { organizationId, webhookId: id, lastErrorText });
}

function tooMany(limit: number): AppError {
  return new AppError({
    code: 'conflict',
    message: `An account can have at most ${limit} webhooks. Delete one first.`,
  });
}

function withoutProjects(): AppError {
  return new AppError({
    code: 'conflict',
    message: 'The projects of this webhook were deleted. Choose new projects before you enable it.',
  });
}
