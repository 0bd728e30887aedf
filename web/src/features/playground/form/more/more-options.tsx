import { useId, useRef, useState } from 'react';
import { commonMessages } from '../../../../lib/messages/common.ts';
import { playgroundMessages as messages } from '../../../../lib/messages/playground.ts';
import { unsafeCast } from '../../../../lib/unsafe-cast.ts';
import { Button } from '../../../../ui/button.tsx';
import { SearchInput } from '../../../../ui/search-input.tsx';
import type { CaptureForm } from '../capture-form.rules.ts';
import { OptionSection } from '../option-section.tsx';
import type { FormPartProps } from '../source-fields.tsx';
import { DerivedControl } from './derived-control.tsx';
import {
  changedCount,
  conflictOf,
  defaultsOf,
  derivedGroups,
  type DerivedGroup,
} from './derived-options.rules.ts';

/** Number of options that fit without a search. */
const searchedFrom = 9;

/** Options without a specified control, with controls derived from the table of options. */
export function MoreOptions({ form, change }: FormPartProps) {
  const [search, setSearch] = useState('');
  const all = derivedGroups(form.mode).flatMap(({ names }) => names);
  const shown = derivedGroups(form.mode, search);
  const changed = changedCount(form, all);
  return (
    <OptionSection
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
      <div className="grid gap-6">
        {all.length >= searchedFrom && (
          <SearchInput label={messages.searchOptions} value={search} onChange={setSearch} />
        )}
        {shown.map((group) => (
          <OptionGroup key={group.id} group={group} form={form} change={change} />
        ))}
        {shown.length === 0 && <p className="text-muted">{commonMessages.noMatch}</p>}
      </div>
    </OptionSection>
  );
}

function OptionGroup({ group, form, change }: FormPartProps & { group: DerivedGroup }) {
  const id = useId();
  const title = useRef<HTMLParagraphElement>(null);
  const conflict = conflictOf(form);
  const reset = () => {
    change(defaultsOf(form, group.names));
    // The button disappears with the last change.
    title.current?.focus();
  };
  return (
    <fieldset aria-labelledby={id} className="grid min-w-0 gap-4">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p
          id={id}
          ref={title}
          tabIndex={-1}
          className="text-label font-medium text-muted outline-none"
        >
          {group.title}
        </p>
        {changedCount(form, group.names) > 0 && (
          <Button
            size="sm"
            variant="ghost"
            className="-mr-2"
            aria-label={messages.resetGroup(group.title)}
            onClick={reset}
          >
            {messages.reset}
          </Button>
        )}
      </div>
      {group.names.map((name) => (
        <DerivedControl
          key={name}
          name={name}
          value={form[name]}
          error={conflict?.name === name ? messages.conflict(conflict.reason) : undefined}
          onChange={(value) => change(unsafeCast<Partial<CaptureForm>>({ [name]: value }))}
        />
      ))}
    </fieldset>
  );
}
