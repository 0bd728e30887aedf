import type { Overview } from '@shotwright/contract';
import { Check, X } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { cn } from '../../lib/cn.ts';
import { overviewMessages as messages } from '../../lib/messages/overview.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { storageKeys } from '../../lib/storage/storage-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Card, SectionHeading } from '../../ui/card.tsx';
import { useDismissOnboarding } from './overview.api.ts';

/**
 * Onboarding checklist of the account; each step is completed automatically when it has been done.
 */
export function FirstSteps({ onboarding }: { onboarding: Overview['onboarding'] | undefined }) {
  if (onboarding === undefined) return <Placeholder />;
  return <StepsCard onboarding={onboarding} />;
}

/**
 * Placeholder that reserves the space while the data loads, unless the steps were hidden before.
 */
function Placeholder() {
  if (localStorage.getItem(storageKeys.firstSteps) === 'hidden') return null;
  return <Card aria-hidden="true" className="invisible h-65 sm:h-44 xl:h-26" />;
}

function StepsCard({ onboarding }: { onboarding: Overview['onboarding'] }) {
  const dismiss = useDismissOnboarding();
  const { docsUrl } = useRuntimeConfig();
  const steps = [
    { label: messages.stepProject, isDone: onboarding.hasProject, to: '#your-projects' },
    { label: messages.stepCapture, isDone: onboarding.hasCapture, to: '/dashboard/playground' },
    { label: messages.stepKey, isDone: onboarding.hasApiKey, to: '/dashboard/api-keys' },
    { label: messages.stepCall, isDone: onboarding.hasApiCall, to: docsUrl },
    { label: messages.stepWebhook, isDone: onboarding.hasWebhook, to: '/dashboard/webhooks' },
  ];
  const done = steps.filter((step) => step.isDone).length;
  const isHidden = onboarding.isDismissed || dismiss.isSuccess || done === steps.length;
  useEffect(() => {
    if (isHidden) localStorage.setItem(storageKeys.firstSteps, 'hidden');
  }, [isHidden]);
  if (isHidden) return null;
  return (
    <section aria-labelledby="first-steps">
      <Card className="px-5 pt-2.5 pb-4">
        <SectionHeading
          id="first-steps"
          title={messages.firstSteps}
          detail={
            <span className="figures text-table text-muted">
              {messages.firstStepsProgress(done, steps.length)}
            </span>
          }
        >
          <Button
            variant="ghost"
            size="icon"
            aria-label={messages.dismissSteps}
            disabled={dismiss.isPending}
            onClick={() => dismiss.mutate()}
            className="-mr-2 size-8 text-muted"
          >
            <X aria-hidden="true" />
          </Button>
        </SectionHeading>
        <ol className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-2 xl:grid-cols-5">
          {steps.map((step, index) => (
            <StepItem key={step.label} step={step} number={index + 1} />
          ))}
        </ol>
      </Card>
    </section>
  );
}

function StepItem(props: { step: { label: string; isDone: boolean; to: string }; number: number }) {
  const { step } = props;
  return (
    <li className="flex min-h-8 items-center gap-2.5">
      <span
        aria-hidden="true"
        className={cn(
          'figures grid size-5 shrink-0 place-items-center rounded-full border text-label',
          step.isDone ? 'border-green bg-green text-white' : 'border-control text-muted',
        )}
      >
        {step.isDone ? <Check className="size-3" strokeWidth={3} /> : props.number}
      </span>
      {step.isDone ? (
        <span className="text-muted">
          {step.label}
          <span className="sr-only">: {messages.stepDone}</span>
        </span>
      ) : (
        <StepLink to={step.to}>{step.label}</StepLink>
      )}
    </li>
  );
}

function StepLink({ to, children }: { to: string; children: string }) {
  const classes =
    'target-line font-medium underline decoration-ink/25 underline-offset-4 hover:decoration-current';
  if (to.startsWith('/dashboard') || to.startsWith('#')) {
    return (
      <Link to={to} className={classes}>
        {children}
      </Link>
    );
  }
  return (
    <a href={to} className={classes}>
      {children}
    </a>
  );
}
