import type { Destination } from '@shotwright/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { destinationMessages as messages } from '../../lib/messages/settings.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { DestinationDialog } from './destination-dialog.tsx';
import { useDeleteDestination, useDestinations } from './destinations.api.ts';
import { DestinationsTable } from './destinations-table.tsx';

/**
 * Dialog over the list; each opening has its own `openCount`, so that earlier input does not
 * reappear.
 */
interface Opening {
  readonly openCount: number;
  readonly isOpen: boolean;
  readonly destination: Destination | undefined;
}

/** Integrations page: the destinations and their actions. */
export function DestinationsPage() {
  const { data, isError, error, refetch } = useDestinations();
  const [editing, setEditing] = useState<Opening>({
    openCount: 0,
    isOpen: false,
    destination: undefined,
  });
  const edit = (destination: Destination | undefined) =>
    setEditing(({ openCount }) => ({ openCount: openCount + 1, isOpen: true, destination }));
  useListKeys({ c: () => edit(undefined) });
  const button = (
    <Button onClick={() => edit(undefined)}>
      <Plus aria-hidden="true" />
      {messages.create}
    </Button>
  );
  const isFailed = isError && data === undefined;
  const isEmpty = data?.length === 0;
  // Not while loading: the button of an empty list is elsewhere, and the focus would be lost.
  const isButtonAbove = data !== undefined && !isEmpty;
  return (
    <Page title={messages.title} lead={messages.lead} action={isButtonAbove && button}>
      {isFailed && (
        <LoadError
          title={messages.loadFailed}
          help={messages.loadFailedHelp}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {isEmpty && (
        <Card>
          <EmptyState title={messages.emptyTitle} text={messages.emptyText}>
            {button}
          </EmptyState>
        </Card>
      )}
      {!isFailed && !isEmpty && <Destinations destinations={data} onEdit={edit} />}
      <DestinationDialog
        key={editing.openCount}
        open={editing.isOpen}
        destination={editing.destination}
        onClose={() => setEditing({ ...editing, isOpen: false })}
      />
    </Page>
  );
}

function Destinations(props: {
  destinations: readonly Destination[] | undefined;
  onEdit: (destination: Destination) => void;
}) {
  const remove = useDeleteDestination();
  const returnFocus = useReturnFocus();
  const [pending, setPending] = useState<{ destination: Destination; isOpen: boolean } | null>(
    null,
  );
  const close = () => setPending(pending && { ...pending, isOpen: false });
  return (
    <section aria-labelledby="destinations" className="grid gap-3">
      <div>
        <h2 id="destinations" className="text-lead font-semibold">
          {messages.heading}
        </h2>
        <p className="text-table text-muted">{messages.headingText}</p>
      </div>
      <DestinationsTable
        destinations={props.destinations}
        onEdit={props.onEdit}
        onDelete={(destination) => {
          returnFocus.remember();
          setPending({ destination, isOpen: true });
        }}
      />
      {pending && (
        <DeleteDialog
          open={pending.isOpen}
          onOpenChange={close}
          type="destination"
          name={pending.destination.name}
          isDeleting={remove.isPending}
          finalFocus={returnFocus.finalFocus}
          onDelete={() => remove.mutate(pending.destination.id, { onSuccess: close })}
        />
      )}
    </section>
  );
}
