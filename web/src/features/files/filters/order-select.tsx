import { fileSorts, type FileSort } from '@shotwright/contract/paths';
import { fileFilterMessages as messages } from '../../../lib/messages/captures/file-filters.ts';
import { Select } from '../../../ui/select.tsx';
import { readSort } from '../sort.rules.ts';

const options = fileSorts.map((value) => ({ value, label: messages.orders[value] }));

/** Select of the order, where the list has no headings to sort by. */
export function OrderSelect(props: { sort: FileSort; onSort: (sort: FileSort) => void }) {
  return (
    <Select
      aria-label={messages.order}
      options={options}
      value={props.sort}
      onValueChange={(value) => props.onSort(readSort(value))}
      className="h-9 w-40"
    />
  );
}
