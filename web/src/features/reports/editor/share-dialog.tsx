import type { Report, ReportLink } from '@shotwright/contract';
import { reportLimits } from '@shotwright/contract/paths';
import { useState, type FormEvent } from 'react';
import { formatDate } from '../../../lib/format/format.ts';
import { reportShareMessages as messages } from '../../../lib/messages/captures/reports.ts';
import { Button, buttonClasses, ExternalLink, LoadingButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { Select } from '../../../ui/select.tsx';
import { isExpired } from '../report.rules.ts';
import { useShareReport, useUnshareReport } from '../reports.api.ts';

/** Creates, shows and ends the public page of a report. */
export function ShareDialog(props: { report: Report; isOpen: boolean; onClose: () => void }) {
  const { reportId, link } = props.report;
  const isActive = link !== null && !isExpired(link);
  return (
    <Dialog
      open={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={messages.title}
      description={messages.text}
    >
      {isActive ? (
        <ActiveLink reportId={reportId} link={link} onClose={props.onClose} />
      ) : (
        <NewLink reportId={reportId} ended={link} />
      )}
    </Dialog>
  );
}

function ActiveLink(props: { reportId: string; link: ReportLink; onClose: () => void }) {
  const { url, expiresAt, hasPassword } = props.link;
  const stop = useUnshareReport(props.reportId);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="flex min-h-10 items-center gap-2 rounded-control border border-line bg-sunk py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 truncate font-mono text-label">{url}</code>
        <CopyButton text={url} label={messages.copy} className="size-8" />
      </p>
      <p className="text-table text-muted">
        {messages.expiresOn(formatDate(expiresAt))} ·{' '}
        {hasPassword ? messages.withPassword : messages.withoutPassword}
      </p>
      <DialogActions>
        <LoadingButton
          variant="outline"
          className="mr-auto hover:text-red"
          isLoading={stop.isPending}
          loadingText={messages.stopping}
          onClick={() => stop.mutate()}
        >
          {messages.stop}
        </LoadingButton>
        <ExternalLink href={url} className={buttonClasses({ variant: 'outline' })}>
          {messages.openPage}
        </ExternalLink>
        <Button onClick={props.onClose}>{messages.done}</Button>
      </DialogActions>
    </div>
  );
}

const dayOptions = Object.entries(messages.days).map(([value, label]) => ({ value, label }));

function NewLink({ reportId, ended }: { reportId: string; ended: ReportLink | null }) {
  const [days, setDays] = useState(String(reportLimits.linkDays.default));
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const share = useShareReport(reportId);
  const { min, max } = reportLimits.passwordLength;
  const isShort = password !== '' && password.length < min;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isShort) return;
    share.mutate({ expires_in_days: Number(days), ...(password !== '' && { password }) });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {ended && (
        <p className="text-table text-muted">{messages.expiredOn(formatDate(ended.expiresAt))}</p>
      )}
      <Field label={messages.expiry}>
        {(control) => (
          <Select {...control} options={dayOptions} value={days} onValueChange={setDays} />
        )}
      </Field>
      <TextField
        control={PasswordInput}
        label={messages.password}
        isOptional
        help={messages.passwordHelp}
        error={isTried && isShort && messages.shortPassword}
        autoComplete="new-password"
        maxLength={max}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <DialogActions className="mt-2">
        <LoadingButton type="submit" isLoading={share.isPending} loadingText={messages.creating}>
          {messages.create}
        </LoadingButton>
      </DialogActions>
    </form>
  );
}
