import type { Destination } from '@shotwright/contract';
import { PenLine, PlugZap, Trash2 } from 'lucide-react';
import { rowAttributes } from '../../lib/keyboard/list-keys.ts';
import { destinationMessages as messages } from '../../lib/messages/settings.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useTestDestination } from './destinations.api.ts';

const { columns } = messages;

interface RowActions {
  readonly onEdit: (destination: Destination) => void;
  readonly onDelete: (destination: Destination) => void;
}

/** Table of the destinations, with skeleton rows while they load. */
export function DestinationsTable(
  props: RowActions & { destinations: readonly Destination[] | undefined },
) {
  return (
    <DataTable
      label={messages.heading}
      columns={columns}
      rows={props.destinations}
      skeleton={{ count: 2, bars: { bucket: 'my-2 w-56' } }}
    >
      {(destination) => (
        <DestinationRow
          key={destination.id}
          destination={destination}
          onEdit={props.onEdit}
          onDelete={props.onDelete}
        />
      )}
    </DataTable>
  );
}

function DestinationRow({
  destination,
  onEdit,
  onDelete,
}: RowActions & { destination: Destination }) {
  const { id, name, bucket, endpoint, path_template: path } = destination;
  const test = useTestDestination();
  return (
    <Row {...rowAttributes}>
      <Cell label={columns.name} className="font-medium break-words">
        {name}
      </Cell>
      <Cell label={columns.id}>
        <span className="inline-flex items-center gap-1 font-mono text-label">
          {id}
          <CopyButton text={String(id)} label={messages.copyId(name)} />
        </span>
      </Cell>
      <Cell label={columns.bucket}>
        <span className="grid @max-xl:justify-items-end">
          <span className="break-all">{bucket}</span>
          <span className="text-label break-all text-muted">
            {endpoint === null ? messages.amazon : new URL(endpoint).host}
          </span>
        </span>
      </Cell>
      <Cell label={columns.path}>
        <code className="font-mono text-label break-all @max-xl:text-right">{path}</code>
      </Cell>
      <Cell label={columns.created} className="whitespace-nowrap">
        <Time value={destination.created_at} />
      </Cell>
      <Cell label={columns.actions} className="sm:w-px">
        <span className="flex justify-end">
          <IconButton
            label={messages.test(name)}
            disabled={test.isPending}
            onClick={() => test.mutate(id)}
          >
            <PlugZap aria-hidden="true" />
          </IconButton>
          <IconButton label={messages.edit(name)} onClick={() => onEdit(destination)}>
            <PenLine aria-hidden="true" />
          </IconButton>
          <IconButton label={messages.delete(name)} onClick={() => onDelete(destination)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </span>
      </Cell>
    </Row>
  );
}
