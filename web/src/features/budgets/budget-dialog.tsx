import type { Budget, Member } from '@shotwright/contract';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { cn } from '../../lib/cn.ts';
import { formatCount, formatDate } from '../../lib/format/format.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { budgetMessages as messages } from '../../lib/messages/team/budgets.ts';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/empty-state.tsx';
import { Field, focusFirstError, TextField } from '../../ui/field.tsx';
import { Meter } from '../../ui/meter.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx';
import { usageTone } from '../../ui/usage-bar.tsx';
import { readLimit } from '../api-keys/api-keys.rules.ts';
import { useTeam } from '../team/team.api.ts';
import { useBudget, useSaveBudget, type BudgetSubject } from './budgets.api.ts';
import {
  changeOf,
  draftOf,
  recipientOptions,
  wrongFields,
  type BudgetDraft,
  type BudgetField,
} from './budgets.rules.ts';

interface BudgetDialogProps {
  readonly subject: BudgetSubject;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly finalFocus?: () => HTMLElement | null;
}

/** Dialog that limits the credits of a project or API key and chooses who is alerted. */
export function BudgetDialog({ subject, open, onClose, finalFocus }: BudgetDialogProps) {
  const budget = useBudget(subject);
  const team = useTeam();
  const save = useSaveBudget(subject);
  const [edited, setEdited] = useState<BudgetDraft | null>(null);
  const { data } = budget;
  const before = data && draftOf(data);
  const draft = edited ?? before;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={messages.title(subject.name)}
      isBusy={save.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(before)}
      {...(finalFocus && { finalFocus })}
    >
      {data && draft && !team.isPending ? (
        <BudgetForm
          kind={subject.kind}
          budget={data}
          draft={draft}
          members={team.data?.members ?? []}
          isSaving={save.isPending}
          onChange={(part) => setEdited({ ...draft, ...part })}
          onSave={() => save.mutate(changeOf(draft, data), { onSuccess: onClose })}
          onClose={onClose}
        />
      ) : budget.isError ? (
        <LoadError
          title={messages.loadFailed}
          help={messages.loadFailedHelp}
          error={budget.error}
          onRetry={() => void budget.refetch()}
        />
      ) : (
        <Waiting />
      )}
    </Dialog>
  );
}

function Waiting() {
  const isShown = useSkeleton(true);
  return (
    <div aria-busy="true" className={cn('grid gap-5', !isShown && 'invisible')}>
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-16 w-full" />
    </div>
  );
}

function BudgetForm(props: {
  kind: BudgetSubject['kind'];
  budget: Budget;
  draft: BudgetDraft;
  members: readonly Member[];
  isSaving: boolean;
  onChange: (part: Partial<BudgetDraft>) => void;
  onSave: () => void;
  onClose: () => void;
}) {
  const { draft, isSaving } = props;
  const [isSubmitted, setSubmitted] = useState(false);
  const wrong = wrongFields(draft);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    if (wrong.length > 0) return focusFirstError(event.currentTarget);
    if (!isSaving) props.onSave();
  };
  return (
    <form noValidate onSubmit={submit} className="grid min-w-0 gap-5">
      <BudgetMeter budget={props.budget} />
      <BudgetFields
        kind={props.kind}
        draft={draft}
        members={props.members}
        wrong={isSubmitted ? wrong : []}
        onChange={props.onChange}
      />
      <DialogActions className="mt-1">
        <Button variant="outline" disabled={isSaving} onClick={props.onClose}>
          {commonMessages.cancel}
        </Button>
        <LoadingButton type="submit" isLoading={isSaving} loadingText={messages.saving}>
          {messages.save}
        </LoadingButton>
      </DialogActions>
    </form>
  );
}

function BudgetMeter({ budget }: { budget: Budget }) {
  const { monthlyLimit, monthlyUsage, usageResetsAt } = budget;
  const date = formatDate(usageResetsAt);
  const share = monthlyLimit === null ? null : Math.min(1, monthlyUsage / monthlyLimit);
  return (
    <Meter
      label={messages.used}
      share={share}
      tone={usageTone(share ?? 0)}
      figure={messages.usageOf(
        formatCount(monthlyUsage),
        monthlyLimit === null ? null : formatCount(monthlyLimit),
      )}
      value={share === null ? messages.resets(date) : messages.share(Math.floor(share * 100), date)}
    />
  );
}

function BudgetFields(props: {
  kind: BudgetSubject['kind'];
  draft: BudgetDraft;
  members: readonly Member[];
  wrong: readonly BudgetField[];
  onChange: (part: Partial<BudgetDraft>) => void;
}) {
  const { draft, wrong, onChange } = props;
  const limit = useRef<HTMLInputElement>(null);
  // The fields appear after the dialog has focused its first control.
  useEffect(() => limit.current?.focus(), []);
  return (
    <>
      <TextField
        label={messages.limit}
        isOptional
        ref={limit}
        help={messages.limitHelp[props.kind]}
        error={wrong.includes('limit') && messages.limitWrong}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={draft.limit}
        onChange={(event) => onChange({ limit: event.target.value })}
      />
      {typeof readLimit(draft.limit) === 'number' && (
        <>
          <TextField
            label={messages.thresholds}
            isOptional
            help={messages.thresholdsHelp}
            error={wrong.includes('thresholds') && messages.thresholdsWrong}
            autoComplete="off"
            maxLength={40}
            value={draft.thresholds}
            onChange={(event) => onChange({ thresholds: event.target.value })}
          />
          <RecipientsField
            members={props.members}
            values={draft.recipients}
            isWrong={wrong.includes('recipients')}
            onChange={(recipients) => onChange({ recipients })}
          />
        </>
      )}
    </>
  );
}

function RecipientsField(props: {
  members: readonly Member[];
  values: readonly string[];
  isWrong: boolean;
  onChange: (values: string[]) => void;
}) {
  return (
    <Field
      label={messages.recipients}
      help={messages.recipientsHelp}
      error={props.isWrong && messages.recipientsWrong}
    >
      {(control) => (
        <MultiSelect
          {...control}
          options={recipientOptions(props.members)}
          values={props.values}
          onValuesChange={props.onChange}
          placeholder={messages.noRecipients}
          label={messages.recipients}
        />
      )}
    </Field>
  );
}
