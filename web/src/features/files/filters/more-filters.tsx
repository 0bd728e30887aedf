import { deviceKinds, fileFormats, fileStatusFilters } from '@shotwright/contract/paths';
import { ListFilter } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { fileFilterMessages as messages } from '../../../lib/messages/captures/file-filters.ts';
import { useTypedText } from '../../../lib/search-params.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import {
  countMoreFilters,
  isReversed,
  readMoreFilters,
  type MoreFilters,
} from './more-filters.rules.ts';

interface MoreFiltersProps {
  filters: MoreFilters;
  onChange: (change: Partial<MoreFilters>) => void;
}

/** State of the panel with more filters, for its button and itself. */
export function useMoreFilters() {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return { id, isOpen, toggle: () => setOpen(!isOpen) };
}

/** Button that shows and hides more filters, with the number of those that are set. */
export function MoreFiltersButton({
  panel,
  filters,
  className,
}: {
  panel: ReturnType<typeof useMoreFilters>;
  filters: MoreFilters;
  className: string;
}) {
  const count = countMoreFilters(filters);
  return (
    <Button
      variant="outline"
      aria-expanded={panel.isOpen}
      {...(panel.isOpen && { 'aria-controls': panel.id })}
      onClick={panel.toggle}
      className={className}
    >
      <ListFilter aria-hidden="true" />
      {messages.filters}
      {/* The space separates the number from the name for screen readers. */}
      {count > 0 && <> {<Count count={count} />}</>}
    </Button>
  );
}

function Count({ count }: { count: number }) {
  return (
    <span className="figures rounded-full bg-cobalt px-1.5 text-label text-white">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{messages.filtersSet(count)}</span>
    </span>
  );
}

/** Filters by creation, status, device and format; `children` are below them. */
export function MoreFiltersPanel({
  id,
  filters,
  onChange,
  children,
}: MoreFiltersProps & { id: string; children: ReactNode }) {
  return (
    <fieldset
      id={id}
      aria-label={messages.filters}
      className="grid grid-cols-2 gap-3 rounded-card border border-line bg-card p-4 shadow-sheet lg:grid-cols-5"
    >
      <DayField label={messages.from} day={filters.from} onDay={(from) => onChange({ from })} />
      <DayField
        label={messages.to}
        day={filters.to}
        onDay={(to) => onChange({ to })}
        error={isReversed(filters) ? messages.reversed : undefined}
      />
      <Choice
        label={messages.status}
        all={messages.statuses.all}
        values={fileStatusFilters}
        names={messages.statuses}
        value={filters.status}
        onValue={(status) => onChange({ status })}
      />
      <Choice
        label={messages.device}
        all={messages.devices.all}
        values={deviceKinds}
        names={messages.devices}
        value={filters.device}
        onValue={(device) => onChange({ device })}
      />
      <Choice
        label={messages.format}
        all={messages.allFormats}
        values={fileFormats}
        names={messages.formats}
        value={filters.format}
        onValue={(format) => onChange({ format })}
      />
      {children}
    </fieldset>
  );
}

/** Day that may be incomplete while it is typed; then the filter remains as it was. */
function DayField(props: {
  label: string;
  day: string;
  onDay: (day: string) => void;
  error?: string | undefined;
}) {
  const [text, setText] = useTypedText(props.day, (typed) => {
    const { from } = readMoreFilters(new URLSearchParams({ from: typed ?? '' }));
    if (from === (typed ?? '')) props.onDay(from);
  });
  return (
    <TextField
      type="date"
      label={props.label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      error={props.error}
      className="h-9"
    />
  );
}

function Choice<T extends string>(props: {
  label: string;
  all: string;
  values: readonly T[];
  names: Readonly<Record<T, string>>;
  value: T | null;
  onValue: (value: T | null) => void;
}) {
  const { all, values, names, value, onValue } = props;
  return (
    <Field label={props.label}>
      {(control) => (
        <Select
          {...control}
          options={[
            { value: 'all', label: all },
            ...values.map((one) => ({ value: one, label: names[one] })),
          ]}
          value={value ?? 'all'}
          onValueChange={(next) => onValue(values.find((one) => one === next) ?? null)}
          className="h-9"
        />
      )}
    </Field>
  );
}
