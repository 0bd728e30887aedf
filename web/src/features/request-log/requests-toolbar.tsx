import type { ApiKey, Project } from '@shotwright/contract';
import { textLimits } from '@shotwright/contract/paths';
import { Pause, Play } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { requestLogMessages as messages } from '../../lib/messages/api-keys.ts';
import { Button } from '../../ui/button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { readPeriod, type RequestView } from './request-view.ts';

const periods = Object.entries(messages.periods).map(([value, label]) => ({ value, label }));
const statuses = Object.entries(messages.statuses).map(([value, label]) => ({ value, label }));
const all = 'all';

/** Filters of the request log. */
export function RequestsToolbar(props: {
  view: RequestView;
  keys: readonly ApiKey[] | undefined;
  projects: readonly Project[] | undefined;
}) {
  const { view, keys = [], projects = [] } = props;
  const { status, keyId, projectId, period } = view.filter;
  const className = 'h-9 w-36 max-sm:w-auto max-sm:flex-1 max-sm:basis-[40%]';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchInput
        label={messages.search}
        value={view.typed}
        onChange={view.setText}
        maxLength={textLimits.searchText}
        className="min-w-56 flex-1 max-sm:w-full max-sm:flex-none"
      />
      <Select
        aria-label={messages.statusFilter}
        options={withExact(status)}
        value={status ?? all}
        onValueChange={(value) => view.setStatus(value === all ? null : value)}
        className={className}
      />
      <Select
        aria-label={messages.keyFilter}
        options={[
          { value: all, label: messages.allKeys },
          ...keys.map(({ id, name }) => ({ value: String(id), label: name })),
          ...missing(keyId, keys, messages.deletedKey),
        ]}
        value={keyId === null ? all : String(keyId)}
        onValueChange={(value) => view.setKey(value === all ? null : Number(value))}
        className={className}
      />
      <Select
        aria-label={messages.projectFilter}
        options={[
          { value: all, label: messages.allProjects },
          ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
          ...missing(projectId, projects, `#${String(projectId)}`),
        ]}
        value={projectId === null ? all : String(projectId)}
        onValueChange={(value) => view.setProject(value === all ? null : Number(value))}
        className={className}
      />
      <Select
        aria-label={messages.timeFilter}
        options={periods}
        value={period}
        onValueChange={(value) => view.setPeriod(readPeriod(value))}
        className={className}
      />
    </div>
  );
}

/** Statuses, with the exact one of a shared URL. */
function withExact(status: string | null) {
  const isListed = status === null || statuses.some(({ value }) => value === status);
  return isListed ? statuses : [...statuses, { value: status, label: status }];
}

function missing(id: number | null, list: readonly { readonly id: number }[], label: string) {
  return id === null || list.some((one) => one.id === id) ? [] : [{ value: String(id), label }];
}

/** State of the live updates, and the button that pauses or resumes them. */
export function LiveControl({
  isLive,
  onLive,
}: {
  isLive: boolean;
  onLive: (isLive: boolean) => void;
}) {
  const Icon = isLive ? Pause : Play;
  return (
    <span className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
      <output className="flex items-center gap-2 text-table text-muted">
        <span
          aria-hidden="true"
          className={cn('size-2 rounded-full', isLive ? 'breathe bg-green' : 'bg-control')}
        />
        {isLive ? messages.live : messages.paused}
      </output>
      <Button variant="outline" onClick={() => onLive(!isLive)}>
        <Icon aria-hidden="true" />
        {isLive ? messages.pause : messages.resume}
      </Button>
    </span>
  );
}
