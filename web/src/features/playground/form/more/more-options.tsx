import { memo, useMemo, useRef, useState } from 'react';
import { cn } from '../../../../lib/cn.ts';
import { commonMessages } from '../../../../lib/messages/common.ts';
import { playgroundMessages as messages } from '../../../../lib/messages/playground.ts';
import { unsafeCast } from '../../../../lib/unsafe-cast.ts';
import { Button } from '../../../../ui/button.tsx';
import { SearchInput } from '../../../../ui/search-input.tsx';
import type { CaptureForm } from '../capture-form.rules.ts';
import { CollapsibleSection } from '../../../../ui/collapsible-section.tsx';
import type { FormPartProps } from '../source-fields.tsx';
import { DerivedControl } from './derived-control.tsx';
import {
  changedCount,
  conflictOf,
  defaultsOf,
  derivedGroups,
  isNarrow,
  type DerivedGroup,
  type DerivedOptionName,
} from './derived-options.rules.ts';

/** Number of options that fit without a search. */
const searchedFrom = 9;

/** Options without a specified control, with controls derived from the table of options. */
export function MoreOptions({ form, change }: FormPartProps) {
  const [search, setSearch] = useState('');
  const all = useMemo(() => derivedGroups(form.mode).flatMap(({ names }) => names), [form.mode]);
  const shown = useMemo(() => derivedGroups(form.mode, search), [form.mode, search]);
  const changed = changedCount(form, all);
  const conflict = conflictOf(form);
  return (
    <CollapsibleSection
      title={messages.more}
      isInitiallyOpen={false}
      mark={
        changed > 0 && (
          <span className="text-label font-normal text-cobalt">
            {messages.changedOptions(changed)}
          </span>
        )
      }
    >
      <div className="grid gap-2">
        {all.length >= searchedFrom && (
          <SearchInput label={messages.searchOptions} value={search} onChange={setSearch} />
        )}
        {shown.map((group) => (
          // A search opens the groups that it finds; changed options are shown from the start.
          <OptionGroup
            key={`${group.id} ${search === ''}`}
            group={group}
            isInitiallyOpen={search !== '' || changedCount(form, group.names) > 0}
            form={form}
            change={change}
            conflict={group.names.some((name) => name === conflict?.name) ? conflict : undefined}
          />
        ))}
        {shown.length === 0 && <p className="text-muted">{commonMessages.noMatch}</p>}
      </div>
    </CollapsibleSection>
  );
}

interface OptionGroupProps extends FormPartProps {
  group: DerivedGroup;
  isInitiallyOpen: boolean;
  /** Conflict of one of the options. */
  conflict: ReturnType<typeof conflictOf>;
}

/** Rendered again only if its own options change, because a key press changes one of a hundred. */
const OptionGroup = memo(function OptionGroup(props: OptionGroupProps) {
  const { group, isInitiallyOpen, form, change, conflict } = props;
  const fields = useRef<HTMLFieldSetElement>(null);
  const changed = changedCount(form, group.names);
  const reset = () => {
    change(defaultsOf(form, group.names));
    // The button disappears with the last change.
    fields.current?.focus();
  };
  return (
    <CollapsibleSection
      title={group.title}
      isInitiallyOpen={isInitiallyOpen}
      mark={
        <span
          className={cn(
            'ml-auto text-label font-normal',
            changed > 0 ? 'text-cobalt' : 'text-muted',
          )}
        >
          {changed > 0
            ? messages.changedOptions(changed)
            : messages.optionCount(group.names.length)}
        </span>
      }
    >
      <fieldset
        ref={fields}
        aria-label={group.title}
        tabIndex={-1}
        className="grid min-w-0 items-start gap-4 pb-4 outline-none sm:grid-cols-2"
      >
        {group.names.map((name) => (
          <div key={name} className={isNarrow(name) ? 'min-w-0' : 'min-w-0 sm:col-span-2'}>
            <OptionControl
              name={name}
              value={form[name]}
              error={conflict?.name === name ? messages.conflict(conflict.reason) : undefined}
              change={change}
            />
          </div>
        ))}
        {changed > 0 && (
          <Button
            size="sm"
            variant="outline"
            className="justify-self-start"
            aria-label={messages.resetGroup(group.title)}
            onClick={reset}
          >
            {messages.reset}
          </Button>
        )}
      </fieldset>
    </CollapsibleSection>
  );
}, isSameGroup);

function isSameGroup(before: OptionGroupProps, after: OptionGroupProps): boolean {
  return (
    before.group === after.group &&
    before.change === after.change &&
    before.conflict?.name === after.conflict?.name &&
    before.conflict?.reason === after.conflict?.reason &&
    after.group.names.every((name) => before.form[name] === after.form[name])
  );
}

interface OptionControlProps extends Pick<FormPartProps, 'change'> {
  name: DerivedOptionName;
  value: CaptureForm[DerivedOptionName];
  error: string | undefined;
}

const OptionControl = memo(function OptionControl({ change, ...props }: OptionControlProps) {
  return (
    <DerivedControl
      {...props}
      onChange={(value) => change(unsafeCast<Partial<CaptureForm>>({ [props.name]: value }))}
    />
  );
});
