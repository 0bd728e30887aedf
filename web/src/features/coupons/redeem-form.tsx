import { useState, type FormEvent } from 'react';
import { settingsMessages as words } from '../../lib/messages/accounts.ts';
import { toasts } from '../../lib/toasts.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useRedeemCoupon } from './coupons.api.ts';

/** A coupon's code and what happens with it; `initialCode` is filled in, never redeemed by itself. */
export function RedeemForm({ initialCode }: { initialCode: string }) {
  const [code, setCode] = useState(initialCode);
  const redeem = useRedeemCoupon();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = code.trim().toUpperCase();
    if (trimmed === '') {
      toasts.error({ title: words.invalidCoupon, description: words.invalidCouponText });
      return;
    }
    redeem.mutate(trimmed, { onSuccess: () => setCode('') });
  };
  return (
    <div className="grid max-w-2xl gap-8">
      <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label={words.couponCode} className="min-w-56 flex-1">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="characters"
              maxLength={100}
              className="font-mono uppercase"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        <LoadingButton type="submit" size="lg" isLoading={redeem.isPending}>
          {words.redeem}
        </LoadingButton>
      </form>
      <section className="grid gap-2">
        <h2 className="font-semibold">{words.couponHow}</h2>
        <ol className="grid gap-1.5 text-muted">
          {words.couponSteps.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span aria-hidden="true" className="figures w-4 font-mono text-table text-faint">
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
