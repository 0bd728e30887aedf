import type { StaffNotice } from '@shotwright/contract';
import type { NoticeKind } from '@shotwright/contract/paths';
import { Check, Pencil, Plus, Trash2 } from 'lucide-react';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { formatTicketDate } from '../../lib/format/format.ts';
import { newsPageMessages, noticeMessages as messages } from '../../lib/messages/news/news.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useOpening, type Opening } from '../../ui/use-opening.ts';
import { useDeleteNotice, useResolveNotice, useStatusNotices } from './news.api.ts';
import {
  DeleteItemDialog,
  NewsRow,
  NewsSection,
  periodText,
  RowTexts,
  StateBadge,
} from './news-parts.tsx';
import { NoticeDialog } from './notice-dialog.tsx';

const kindTones: Readonly<Record<NoticeKind, Tone>> = {
  outage: 'red',
  degraded: 'amber',
  maintenance: 'blue',
  notice: 'grey',
};

/** The status notices, the latest first, with what changes them. */
export function NoticesSection() {
  const notices = useStatusNotices();
  const editing = useOpening<StaffNotice>();
  const deleting = useOpening<StaffNotice>();
  const resolving = useOpening<StaffNotice>();
  const remove = useDeleteNotice();
  const returnFocus = useReturnFocus();
  const openWith = (dialog: typeof deleting) => (notice: StaffNotice) => {
    returnFocus.remember();
    dialog.open(notice);
  };
  return (
    <>
      <NewsSection
        texts={messages}
        query={notices}
        note={<ElsewhereNote />}
        create={
          <Button onClick={() => editing.open()}>
            <Plus aria-hidden="true" />
            {messages.create}
          </Button>
        }
      >
        {(items) =>
          items.map((notice) => (
            <NoticeRow
              key={notice.id}
              notice={notice}
              onResolve={openWith(resolving)}
              onEdit={editing.open}
              onDelete={openWith(deleting)}
            />
          ))
        }
      </NewsSection>
      {editing.openCount > 0 && (
        <NoticeDialog
          key={editing.openCount}
          open={editing.isOpen}
          notice={editing.item}
          onClose={editing.close}
        />
      )}
      <ResolveDialog dialog={resolving} finalFocus={returnFocus.finalFocus} />
      <DeleteItemDialog
        type="notice"
        dialog={deleting}
        remove={remove}
        finalFocus={returnFocus.finalFocus}
      />
    </>
  );
}

function ResolveDialog({
  dialog,
  finalFocus,
}: {
  dialog: Opening<StaffNotice>;
  finalFocus: () => HTMLElement | null;
}) {
  const resolve = useResolveNotice();
  const { item } = dialog;
  return (
    <AlertDialog
      open={dialog.isOpen}
      onOpenChange={dialog.close}
      title={messages.resolveTitle}
      text={messages.resolveText(item?.title ?? '')}
      finalFocus={finalFocus}
      confirm={{
        label: messages.resolve,
        busyLabel: messages.resolving,
        isBusy: resolve.isPending,
        onClick: () => item && resolve.mutate(item.id, { onSuccess: dialog.close }),
      }}
    />
  );
}

/** Explains why users see no banner if the status page is not the server's own. */
function ElsewhereNote() {
  const { statusUrl } = useRuntimeConfig();
  if (statusUrl === null || statusUrl === '/status') return null;
  return (
    <p className="max-w-[90ch] text-table break-words text-amber">
      {messages.elsewhere(statusUrl)}
    </p>
  );
}

function NoticeRow(props: {
  notice: StaffNotice;
  onResolve: (notice: StaffNotice) => void;
  onEdit: (notice: StaffNotice) => void;
  onDelete: (notice: StaffNotice) => void;
}) {
  const { notice } = props;
  const { kind, title, state } = notice;
  return (
    <NewsRow
      actions={
        <>
          {state === 'current' && (
            <Button
              variant="outline"
              size="sm"
              aria-label={messages.resolveNamed(title)}
              className="mr-1 max-sm:ml-2"
              onClick={() => props.onResolve(notice)}
            >
              <Check aria-hidden="true" />
              {messages.resolve}
            </Button>
          )}
          <IconButton label={newsPageMessages.edit(title)} onClick={() => props.onEdit(notice)}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton
            label={newsPageMessages.remove(title)}
            isDestructive
            onClick={() => props.onDelete(notice)}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      <RowTexts
        before={<Badge tone={kindTones[kind]}>{messages.kinds[kind]}</Badge>}
        title={title}
        text={notice.text}
        details={
          <>
            <StateBadge state={state} />
            <span>{timesOf(notice)}</span>
          </>
        }
      />
    </NewsRow>
  );
}

function timesOf({ startsAt, endsAt, resolvedAt, state }: StaffNotice): string | undefined {
  if (resolvedAt !== null) return messages.resolvedAt(formatTicketDate(resolvedAt));
  if (state === 'current' && endsAt === null) return messages.since(formatTicketDate(startsAt));
  return periodText(startsAt, endsAt);
}
