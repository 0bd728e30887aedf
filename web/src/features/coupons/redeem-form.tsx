import { couponLimits } from '@shotwright/contract/paths';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { useAnimatedNumber } from '../../lib/animated-number.ts';
import { callApiWithMessage } from '../../lib/api/operations.ts';
import { errorMessage } from '../../lib/api/error.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { formatCredits } from '../../lib/format/format.ts';
import { settingsMessages as messages } from '../../lib/messages/settings.ts';
import { toasts } from '../../lib/toasts.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useOverview } from '../overview/overview.api.ts';

/**
 * Form that redeems a coupon. `initialCode` is prefilled but never redeemed automatically. Source:
 * acceptance ST-7, ST-8, ST-12.
 */
export function RedeemForm({ initialCode }: { initialCode: string }) {
  const form = useRedeemForm(initialCode);
  return (
    <div className="grid max-w-2xl gap-8">
      <div className="grid gap-4">
        <form
          noValidate
          onSubmit={form.submit}
          className="flex flex-wrap items-start gap-3 max-sm:[&>*]:basis-full"
        >
          <Field label={messages.couponCode} error={form.error} className="min-w-48 flex-1">
            {(control) => (
              <Input
                {...control}
                ref={form.input}
                autoComplete="off"
                spellCheck={false}
                autoCapitalize="characters"
                maxLength={100}
                className="font-mono uppercase"
                value={form.code}
                onChange={(event) => form.change(event.target.value)}
              />
            )}
          </Field>
          {/* Offset by the label's height, so that the button stays aligned with the field even
              when an error is shown. */}
          <LoadingButton type="submit" size="lg" className="sm:mt-6.5" isLoading={form.isBusy}>
            {messages.redeem}
          </LoadingButton>
        </form>
        {form.redeemed && (
          <Redeemed message={form.redeemed.message} kind={form.redeemed.data.kind} />
        )}
        <CreditsNow />
      </div>
      <HowItWorks />
    </div>
  );
}

function useRedeemForm(initialCode: string) {
  const [code, setCode] = useState(initialCode);
  const [isInvalid, setInvalid] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const redeem = useRedeemCoupon();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (redeem.isPending) return;
    const trimmed = code.trim().toUpperCase();
    if (trimmed === '' || trimmed.length > couponLimits.codeLength) {
      redeem.reset();
      setInvalid(true);
      input.current?.focus();
      toasts.error({ title: messages.invalidCoupon, description: messages.invalidCouponText });
      return;
    }
    setInvalid(false);
    redeem.mutate(trimmed, {
      onSuccess: () => setCode(''),
      onError: () => input.current?.focus(),
    });
  };
  const change = (value: string) => {
    setCode(value);
    setInvalid(false);
    if (redeem.isError) redeem.reset();
  };
  const serverError = redeem.isError
    ? errorMessage(redeem.error, messages.redemptionFailedText)
    : undefined;
  return {
    code,
    input,
    submit,
    change,
    isBusy: redeem.isPending,
    redeemed: redeem.data,
    error: isInvalid ? messages.invalidCouponText : serverError,
  };
}

function HowItWorks() {
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold">{messages.couponHow}</h2>
      <ol className="grid gap-1.5 text-muted">
        {messages.couponSteps.map((step, index) => (
          <li key={step} className="flex items-baseline gap-3">
            <span aria-hidden="true" className="figures w-4 text-faint">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Result of the last redeemed coupon; the toast has already announced it. */
function Redeemed(props: { message: string | undefined; kind: string }) {
  return (
    <div className="flex items-start gap-2.5 rounded-card border border-green/25 bg-green-wash px-4 py-3">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-green" />
      <p className="text-table">
        {props.message ?? messages.redeemed}{' '}
        {(props.kind === 'discount' || props.kind === 'lifetime') && (
          <Link
            to="/dashboard/billing"
            className="font-medium text-cobalt underline underline-offset-4"
          >
            {props.kind === 'discount' ? messages.couponToPlans : messages.couponToPlan}
          </Link>
        )}
      </p>
    </div>
  );
}

function CreditsNow() {
  const { data } = useOverview();
  return data === undefined ? null : <CreditsFigure credits={data.credits} />;
}

function CreditsFigure({ credits }: { credits: number }) {
  const shown = useAnimatedNumber(credits);
  return (
    <p className="text-table text-muted">
      {messages.creditsNow}{' '}
      <span className="figures font-semibold text-ink">{formatCredits(shown)}</span>
    </p>
  );
}

/** Redeems a coupon; invalidates profile, overview and plan. */
function useRedeemCoupon() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { title: messages.redemptionFailed, fallback: messages.redemptionFailedText },
    mutationFn: (code: string) => callApiWithMessage('redeemCoupon', { body: { code } }),
    onSuccess: ({ message }) => {
      toasts.success({ title: messages.redeemed, description: message });
      return Promise.all(
        [queryKeys.profile, queryKeys.overview, queryKeys.subscription].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}
