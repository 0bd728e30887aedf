import type { OperationRequest } from '@shotwright/contract';
import { couponLimits, type CouponKind } from '@shotwright/contract/paths';
import { formatCount } from '../../../lib/format/format.ts';
import { createCouponMessages as messages } from '../../../lib/messages/coupons.ts';

/**
 * Form values of the dialog, as typed. Times are in the browser's time zone, as in a date-time
 * field.
 */
export interface CouponDraft {
  readonly mode: 'single' | 'batch';
  readonly kind: CouponKind;
  readonly credits: string;
  readonly percentOff: string;
  readonly code: string;
  readonly count: string;
  readonly prefix: string;
  readonly startsAt: string;
  readonly expiresAt: string;
  readonly maxUses: string;
  readonly note: string;
}

/** Error messages by field. */
export type DraftErrors = Partial<Record<keyof CouponDraft, string>>;
/** Request to create coupons. */
export type CouponOrder =
  | { readonly mode: 'single'; readonly body: OperationRequest<'createCoupon'>['body'] }
  | { readonly mode: 'batch'; readonly body: OperationRequest<'createCouponBatch'>['body'] };

/** Empty form: credits, one code. */
export const emptyDraft: CouponDraft = {
  mode: 'single',
  kind: 'credits',
  credits: '100',
  percentOff: '20',
  code: '',
  count: '100',
  prefix: '',
  startsAt: '',
  expiresAt: '',
  maxUses: '',
  note: '',
};

/** True if the form contains input that would be lost. */
export function isTouched(draft: CouponDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(emptyDraft);
}

/** Returns the request to send, or the error messages. Units of `now`: ms since 1970. */
export function readDraft(
  draft: CouponDraft,
  now: number = Date.now(),
): { readonly order: CouponOrder } | { readonly errors: DraftErrors } {
  const errors = errorsOf(draft, now);
  if (Object.keys(errors).length > 0) return { errors };
  const { kind } = draft;
  const terms = {
    kind,
    ...(kind === 'credits' && { credits: Number(draft.credits) }),
    ...(kind === 'discount' && { percentOff: Number(draft.percentOff) }),
    ...(draft.startsAt !== '' && { startsAt: new Date(draft.startsAt).toISOString() }),
    ...(draft.expiresAt !== '' && { expiresAt: new Date(draft.expiresAt).toISOString() }),
    ...(draft.maxUses.trim() !== '' && { maxUses: Number(draft.maxUses) }),
    ...(draft.note.trim() !== '' && { note: draft.note.trim() }),
  };
  if (draft.mode === 'single') {
    const code = cleanCode(draft.code);
    return { order: { mode: 'single', body: { ...terms, ...(code !== '' && { code }) } } };
  }
  const prefix = cleanCode(draft.prefix);
  const body = { ...terms, count: Number(draft.count), ...(prefix !== '' && { prefix }) };
  return { order: { mode: 'batch', body } };
}

function errorsOf(draft: CouponDraft, now: number): DraftErrors {
  const { kind, mode } = draft;
  return {
    ...(kind === 'credits' && numberError('credits', draft.credits, couponLimits.credits)),
    ...(kind === 'discount' && numberError('percentOff', draft.percentOff, 100)),
    ...(mode === 'batch' && numberError('count', draft.count, couponLimits.batch)),
    ...(given(draft.maxUses) && numberError('maxUses', draft.maxUses, couponLimits.uses)),
    ...(mode === 'single' &&
      given(draft.code) &&
      !/^[A-Z0-9][A-Z0-9-]{2,39}$/.test(cleanCode(draft.code)) && { code: messages.wrongCode }),
    ...(mode === 'batch' &&
      given(draft.prefix) &&
      !/^[A-Z0-9][A-Z0-9-]{0,19}$/.test(cleanCode(draft.prefix)) && {
        prefix: messages.wrongPrefix,
      }),
    ...timeErrors(draft, now),
  };
}

function timeErrors({ startsAt, expiresAt }: CouponDraft, now: number): DraftErrors {
  const [start, end] = [Date.parse(startsAt), Date.parse(expiresAt)];
  if (startsAt !== '' && Number.isNaN(start)) return { startsAt: messages.wrongDate };
  if (expiresAt === '') return {};
  if (Number.isNaN(end)) return { expiresAt: messages.wrongDate };
  if (end <= now) return { expiresAt: messages.inThePast };
  return end <= start ? { expiresAt: messages.beforeStart } : {};
}

function numberError(field: keyof CouponDraft, text: string, max: number): DraftErrors {
  const isWhole = /^\d{1,9}$/.test(text.trim());
  const value = Number(text);
  if (isWhole && value >= 1 && value <= max) return {};
  return { [field]: messages.wrongNumber(1, formatCount(max)) };
}

function given(text: string): boolean {
  return text.trim() !== '';
}

function cleanCode(text: string): string {
  return text.trim().toUpperCase();
}
