import type { Destination } from '@shotwright/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { destinationMessages as messages } from '../../lib/messages/settings.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { ListPage } from '../../ui/list-page.tsx';
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
  const query = useDestinations();
  const { data } = query;
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
  const isEmpty = data?.length === 0;
  // Not while loading: the button of an empty list is elsewhere, and the focus would be lost.
  const isButtonAbove = data !== undefined && !isEmpty;
  return (
    <ListPage
      texts={messages}
      action={isButtonAbove && button}
      query={query}
      isEmpty={isEmpty}
      emptyActions={button}
      dialogs={
        <DestinationDialog
          key={editing.openCount}
          open={editing.isOpen}
          destination={editing.destination}
          onClose={() => setEditing({ ...editing, isOpen: false })}
        />
      }
    >
      <Destinations destinations={data} onEdit={edit} />
    </ListPage>
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
