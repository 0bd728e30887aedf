import type { NewsState } from '@shotwright/contract/paths';
import type { ReactNode } from 'react';
import { browserTimeZone, formatTicketDate } from '../../lib/format/format.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { newsPageMessages as messages } from '../../lib/messages/news/news.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { Card, SectionHeading } from '../../ui/card.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { Input, TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { Opening } from '../../ui/use-opening.ts';

const stateTones: Readonly<Record<NewsState, Tone>> = {
  draft: 'grey',
  planned: 'blue',
  current: 'green',
  past: 'grey',
};

/** Badge of the state of a slide or a notice. */
export function StateBadge({ state }: { state: NewsState }) {
  return <Badge tone={stateTones[state]}>{messages.states[state]}</Badge>;
}

/** Returns the period of a slide or a notice in words; undefined if it has no limit. */
export function periodText(start: string | null, end: string | null): string | undefined {
  if (start === null) return end === null ? undefined : messages.until(formatTicketDate(end));
  const from = formatTicketDate(start);
  return end === null ? messages.from(from) : messages.between(from, formatTicketDate(end));
}

/** Section of the page: its list, also while it loads, or why there is none. */
export function NewsSection<Item>(props: {
  texts: {
    readonly title: string;
    readonly lead: string;
    readonly loadFailed: string;
    readonly emptyTitle: string;
    readonly emptyText: string;
  };
  detail?: ReactNode;
  note?: ReactNode;
  create: ReactNode;
  query: {
    readonly data: readonly Item[] | undefined;
    readonly isError: boolean;
    readonly error: unknown;
    refetch(): Promise<unknown>;
  };
  children: (items: readonly Item[]) => ReactNode;
}) {
  const { texts, query } = props;
  const { data } = query;
  const isEmpty = data?.length === 0;
  return (
    <section aria-label={texts.title} className="grid gap-3">
      <div className="grid gap-1">
        <SectionHeading title={texts.title} detail={props.detail}>
          {data !== undefined && !isEmpty && props.create}
        </SectionHeading>
        <p className="max-w-[90ch] text-table text-muted">{texts.lead}</p>
        {props.note}
      </div>
      {data === undefined && query.isError && (
        <LoadError
          title={texts.loadFailed}
          help={messages.loadFailedHelp}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {data === undefined && !query.isError && <LoadingRows />}
      {isEmpty && (
        <Card>
          <EmptyState title={texts.emptyTitle} text={texts.emptyText}>
            {props.create}
          </EmptyState>
        </Card>
      )}
      {data !== undefined && !isEmpty && (
        <Card>
          <ul className="divide-y divide-line">{props.children(data)}</ul>
        </Card>
      )}
    </section>
  );
}

function LoadingRows() {
  return (
    <Card className="grid gap-4 p-5" aria-hidden="true">
      <Skeleton className="h-5 w-60 max-w-full" />
      <Skeleton className="h-4 w-96 max-w-full" />
    </Card>
  );
}

/** Row of a list: what the item says on the left, its actions on the right or, on a phone, below. */
export function NewsRow(props: { children: ReactNode; actions: ReactNode }) {
  return (
    <li className="flex items-start gap-x-6 gap-y-2 px-5 py-4 max-sm:flex-col">
      <div className="grid min-w-0 flex-1 gap-1.5">{props.children}</div>
      <div className="flex shrink-0 flex-wrap items-center gap-1 max-sm:-ml-2">{props.actions}</div>
    </li>
  );
}

/** Title, text and details of a row. */
export function RowTexts(props: {
  before?: ReactNode;
  title: string;
  text: string;
  details: ReactNode;
}) {
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        {props.before}
        <h3 className="min-w-0 font-medium break-words">{props.title}</h3>
      </div>
      <p className="line-clamp-2 max-w-[80ch] text-table break-words whitespace-pre-line text-muted">
        {props.text}
      </p>
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-label text-muted">
        {props.details}
      </p>
    </>
  );
}

/** Confirmation before a slide or a notice is deleted. */
export function DeleteItemDialog(props: {
  dialog: Pick<
    Opening<{ readonly id: number; readonly title: string }>,
    'isOpen' | 'item' | 'close'
  >;
  type: 'slide' | 'notice';
  remove: {
    readonly isPending: boolean;
    mutate(id: number, options: { onSuccess: () => void }): void;
  };
  finalFocus: () => HTMLElement | null;
}) {
  const { dialog, remove } = props;
  const { item } = dialog;
  return (
    <DeleteDialog
      open={dialog.isOpen}
      onOpenChange={dialog.close}
      type={props.type}
      name={item?.title ?? ''}
      isDeleting={remove.isPending}
      finalFocus={props.finalFocus}
      onDelete={() => item && remove.mutate(item.id, { onSuccess: dialog.close })}
    />
  );
}

/** Field of a local time. */
export function TimeField(props: {
  label: string;
  value: string;
  error: string | undefined;
  help?: string;
  isOptional?: boolean;
  onChange: (value: string) => void;
}) {
  const { onChange, help, ...field } = props;
  const zone = messages.zone(browserTimeZone());
  return (
    <TextField
      {...field}
      control={Input}
      type="datetime-local"
      help={help === undefined ? zone : `${zone} ${help}`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** End of a form: its switch for publication and its buttons. */
export function PublishActions(props: {
  isPublished: boolean;
  help: string;
  isBusy: boolean;
  isNew: boolean;
  onPublished: (isPublished: boolean) => void;
  onCancel: () => void;
}) {
  const { isPublished } = props;
  const newLabel = isPublished ? messages.publish : messages.saveDraft;
  return (
    <>
      <div className="grid gap-1">
        <Switch
          label={messages.published}
          isOn={isPublished}
          onChange={props.onPublished}
          aria-describedby="publish-help"
        />
        <p id="publish-help" className="text-label text-muted">
          {props.help}
        </p>
      </div>
      <DialogActions className="mt-2">
        <Button variant="outline" disabled={props.isBusy} onClick={props.onCancel}>
          {commonMessages.cancel}
        </Button>
        <LoadingButton type="submit" isLoading={props.isBusy} loadingText={messages.saving}>
          {props.isNew ? newLabel : messages.save}
        </LoadingButton>
      </DialogActions>
    </>
  );
}
