import { fileSorts, type FileSort } from '@shotwright/contract/paths';
import type { ComponentProps } from 'react';
import { cn } from '../../../lib/cn.ts';
import { fileFilterMessages as messages } from '../../../lib/messages/captures/file-filters.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Select } from '../../../ui/select.tsx';
import { readSort } from '../sort.rules.ts';

/** Checkbox that selects the page, and the order of the files. */
export interface PageControlsProps {
  readonly box: ComponentProps<typeof Checkbox>;
  readonly sort: FileSort;
  readonly onSort: (sort: FileSort) => void;
}

const options = fileSorts.map((value) => ({ value, label: messages.orders[value] }));

/** Selection of the page and select of the order, where the list has no headings. */
export function PageControls({
  box,
  sort,
  onSort,
  className,
}: PageControlsProps & { className?: string }) {
  return (
    <div className={cn('flex items-center justify-between gap-3 pl-4', className)}>
      <Checkbox {...box} isLabelShown />
      <Select
        aria-label={messages.order}
        options={options}
        value={sort}
        onValueChange={(value) => onSort(readSort(value))}
        className="h-9 w-40"
      />
    </div>
  );
}
