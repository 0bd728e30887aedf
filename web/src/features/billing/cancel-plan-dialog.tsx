import { useRef, useState } from 'react';
import { formatCount, formatDate, formatSize } from '../../lib/format/format.ts';
import { planChangeMessages as messages } from '../../lib/messages/billing.ts';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { useCancelPlan } from './billing.api.ts';
import { factsOf, type CurrentPlan } from './billing.rules.ts';

/**
 * Maximum length of the comment; with the reason prepended, the text stays below the server's limit
 * of 1,000 characters.
 */
const commentLength = 900;

/** Confirms a cancellation: shows the end date and what remains, and offers an optional survey. */
export function CancelPlanDialog(props: {
  plan: CurrentPlan;
  open: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}) {
  const { plan } = props;
  const cancel = useCancelPlan();
  const keep = useRef<HTMLButtonElement>(null);
  const [reason, setReason] = useState('');
  const [comment, setComment] = useState('');
  const send = () =>
    cancel.mutate([reason, comment.trim()].filter((part) => part !== '').join(': '), {
      onSuccess: props.onClose,
    });
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onClose}
      title={messages.cancelTitle(plan.name)}
      description={plan.period && messages.cancelText(plan.name, formatDate(plan.period.end))}
      isBusy={cancel.isPending}
      isDirty={comment.trim() !== ''}
      initialFocus={keep}
      finalFocus={props.finalFocus}
    >
      <div className="grid gap-5">
        <Consequence />
        <Reasons value={reason} onChange={setReason} />
        <Field label={messages.moreReason} isOptional>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={commentLength}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
      </div>
      <DialogActions>
        <Button ref={keep} variant="outline" disabled={cancel.isPending} onClick={props.onClose}>
          {messages.keepPlan}
        </Button>
        <LoadingButton
          variant="destructive"
          isLoading={cancel.isPending}
          loadingText={messages.cancelling}
          onClick={send}
        >
          {messages.cancelTitle(plan.name)}
        </LoadingButton>
      </DialogActions>
    </Dialog>
  );
}

function Consequence() {
  const free = factsOf('free');
  return (
    <p className="text-muted">
      {messages.cancelThen(
        formatCount(free?.creditsPerCycle ?? 0),
        formatSize(free?.storageBytes ?? 0),
      )}
    </p>
  );
}

function Reasons(props: { value: string; onChange: (reason: string) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-table font-medium">{messages.reason}</legend>
      <div className="grid gap-0.5">
        {messages.reasons.map((reason) => (
          <label key={reason} className="flex min-h-7 items-center gap-2.5 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="cancel-reason"
              className="size-4 accent-ink"
              checked={props.value === reason}
              onChange={() => props.onChange(reason)}
            />
            {reason}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
