import {
  auditLimits,
  plans,
  type AuditAction,
  type AuditedOperation,
  type AuditTarget,
} from '@shotwright/contract';
import { asRecord } from '../../lib/as-record.ts';
import { storableText } from '../../lib/storable-text.ts';

/** Input and response data of a completed call. */
export interface CompletedCall {
  readonly body: unknown;
  readonly data: unknown;
}

/** Thing that an action changes; both null if it is none or unknown. */
export interface NamedTarget {
  readonly id: string | null;
  readonly name: string | null;
}

/** Returns the action of a call, which may depend on its body or its result; undefined if it did nothing. */
export function actionOf(
  { action }: Pick<AuditedOperation, 'action'>,
  call: CompletedCall,
): AuditAction | undefined {
  const body = asRecord(call.body);
  if (action === 'profile.updated' && body['password'] !== undefined) return 'password.changed';
  if (action === 'webhook.enabled' && body['status'] === false) return 'webhook.disabled';
  if (action === 'api_key.updated' && onlyField(body) === 'isActive')
    return body['isActive'] === true ? 'api_key.enabled' : 'api_key.disabled';
  const isOpen = asRecord(call.data)['checkoutStatus'] !== 'active';
  return action === 'checkout.confirmed' && isOpen ? undefined : action;
}

function onlyField(body: Record<string, unknown>): string | undefined {
  const [field, ...others] = Object.keys(body).filter((name) => body[name] !== undefined);
  return others.length === 0 ? field : undefined;
}

/** Returns the id of a target that the request names. */
export function requestedId(request: {
  readonly params: unknown;
  readonly body: unknown;
}): string | null {
  const { webhookId, userId } = asRecord(request.body);
  return textOf(asRecord(request.params)['id'] ?? webhookId ?? userId);
}

interface TargetFields {
  readonly within?: string;
  readonly id: string;
  /** Default: `name`. */
  readonly name?: string;
}

/** Names of the fields of targets in responses; `within`: the field that holds them. */
const fields: Readonly<Record<AuditTarget, TargetFields>> = {
  apiKey: { within: 'apiKey', id: 'id' },
  project: { within: 'project', id: 'id' },
  setting: { within: 'setting', id: 'id' },
  webhook: { within: 'webhook', id: 'id' },
  destination: { within: 'destination', id: 'id' },
  schedule: { id: 'scheduleId' },
  baseline: { id: 'baselineId' },
  batch: { id: 'batchId' },
  screenshot: { id: 'id' },
  report: { id: 'reportId', name: 'title' },
  member: { id: 'userId', name: 'email' },
  invite: { id: 'inviteId', name: 'email' },
};

/** Returns the target in the data of a response. */
export function returnedTarget(target: AuditTarget, data: unknown): NamedTarget {
  const { within, id, name = 'name' } = fields[target];
  const outer = asRecord(data);
  const found = within === undefined ? outer : asRecord(outer[within]);
  return { id: textOf(found[id]), name: textOf(found[name]) };
}

/** Returns the name of the plan that a call is about. */
export function planNameOf({ body, data }: CompletedCall): string | null {
  const planId = textOf(asRecord(body)['newPlanId']);
  const plan = plans.find(({ monthly, annual }) =>
    [monthly, annual].some((price) => price !== null && String(price.planId) === planId),
  );
  return plan?.name ?? textOf(asRecord(data)['planName']);
}

/** Returns the number of files of an action on many; null if unknown. */
export function fileCountOf({ body, data }: CompletedCall): number | null {
  const { deletedCount, movedCount } = asRecord(data);
  const count = deletedCount ?? movedCount;
  if (typeof count === 'number') return count;
  const ids: unknown = asRecord(body)['ids'];
  return Array.isArray(ids) ? ids.length : null;
}

/** Returns a `User-Agent` header as it is stored. */
export function storedAgent(header: string | undefined): string {
  return storableText((header ?? '').slice(0, auditLimits.userAgentLength));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
