import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { staffQueueMessages as messages } from '../../lib/messages/staff.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { queueQuery, withFilter, type QueueQuery } from './queue.rules.ts';

/** Idle time after typing before the search starts. Units: ms. */
const typingMs = 250;

interface QueueFiltersProps {
  search: URLSearchParams;
  onChange: (search: URLSearchParams) => void;
  count: number | undefined;
}

/** Filters of the queue and the number of matching tickets. */
export function QueueFilters(props: QueueFiltersProps) {
  const query = queueQuery(props.search);
  const isBillingOn = useIsBillingOn();
  const set = (name: keyof QueueQuery, value: string) =>
    props.onChange(withFilter(props.search, name, value));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        value={props.search.get('search') ?? ''}
        onChange={(text) => set('search', text)}
      />
      <Choice
        label={messages.status}
        none={messages.anyStatus}
        options={messages.statuses}
        value={query.status}
        onChange={(value) => set('status', value)}
      />
      {isBillingOn && (
        <Choice
          label={messages.plan}
          none={messages.anyPlan}
          options={messages.plans}
          value={query.plan}
          onChange={(value) => set('plan', value)}
        />
      )}
      <Choice
        label={messages.age}
        none={messages.ages.any}
        options={messages.ages}
        value={query.olderThanDays === undefined ? undefined : String(query.olderThanDays)}
        onChange={(value) => set('olderThanDays', value === 'any' ? '' : value)}
      />
      <span className="ml-2 max-sm:ml-0">
        <Switch
          label={messages.unanswered}
          isOn={query.unanswered !== undefined}
          onChange={(isOn) => set('unanswered', isOn ? 'true' : '')}
        />
      </span>
      <output className="figures ml-auto text-table text-muted">
        {props.count !== undefined && messages.count(props.count)}
      </output>
    </div>
  );
}

function Choice(props: {
  label: string;
  /** Label of the option without a filter. */
  none: string;
  options: Readonly<Record<string, string>>;
  value: string | undefined;
  onChange: (value: string) => void;
}) {
  const options = Object.entries(props.options).filter(([value]) => value !== 'any');
  return (
    <Select
      aria-label={props.label}
      options={[
        { value: 'any', label: props.none },
        ...options.map(([value, label]) => ({ value, label })),
      ]}
      value={props.value ?? 'any'}
      onValueChange={(value) => props.onChange(value === 'any' ? '' : value)}
      className="h-9 w-44 max-sm:w-auto max-sm:flex-1 max-sm:basis-36"
    />
  );
}

/** Search box that searches after typing pauses and follows external changes of the URL. */
function SearchBox(props: { value: string; onChange: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const { state: navigation } = useNavigation();
  const commit = useEffectEvent((text: string) => {
    // Changing this page's URL would cancel a navigation in progress.
    if (navigation !== 'idle') return;
    setTyped(null);
    if (text !== props.value) props.onChange(text);
  });
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(() => commit(typed), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useListKeys({ '/': () => input.current?.focus() });
  return (
    <SearchInput
      label={messages.search}
      inputRef={input}
      maxLength={200}
      value={typed ?? props.value}
      onChange={setTyped}
      className="w-72 max-sm:w-full"
    />
  );
}
