import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, X } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { cn } from '../lib/cn.ts';
import { commonMessages as messages } from '../lib/messages/common.ts';
import { controlClasses, type FieldControlProps } from './field.tsx';
import { optionListClasses, type Option } from './option-list.ts';

/**
 * Multiple-choice select with search; the selected options are shown in the field. `placeholder`:
 * meaning of an empty selection.
 */
export function MultiSelect(
  props: Partial<FieldControlProps> & {
    options: readonly Option[];
    values: readonly string[];
    onValuesChange: (values: string[]) => void;
    placeholder: string;
    /**
     * The label is unreachable for screen readers while the list is open, so the field has the name
     * itself.
     */
    label: string;
    className?: string;
  },
) {
  const { options, values, onValuesChange, placeholder, label, className, ...control } = props;
  const anchor = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      multiple
      items={options}
      value={values.map((value) => optionOf(options, value))}
      isItemEqualToValue={(one: Option, other: Option) => one.value === other.value}
      onValueChange={(chosen: Option[]) => onValuesChange(chosen.map(({ value }) => value))}
    >
      <Base.Chips
        ref={anchor}
        className={cn(
          controlClasses,
          'flex h-auto min-h-10 read-only:bg-card read-only:text-ink flex-wrap items-center gap-1 py-1 pl-1.5 focus-within:border-cobalt focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-cobalt pointer-coarse:h-auto pointer-coarse:min-h-11',
          className,
        )}
      >
        <Base.Value>
          {(chosen: Option[]) => (
            <>
              {chosen.map((option) => (
                <ChosenOption key={option.value} option={option} />
              ))}
              <Base.Input
                {...control}
                aria-label={label}
                placeholder={chosen.length === 0 ? placeholder : ''}
                className="h-7 min-w-8 flex-1 bg-transparent px-1.5 outline-none placeholder:text-muted"
              />
            </>
          )}
        </Base.Value>
      </Base.Chips>
      <Choices anchor={anchor} />
    </Base.Root>
  );
}

function ChosenOption({ option }: { option: Option }) {
  return (
    <Base.Chip
      aria-label={option.label}
      className="flex max-w-full min-w-0 items-center rounded-[4px] bg-grey-wash pl-2 text-table outline-none focus-within:bg-cobalt-wash data-highlighted:bg-cobalt-wash"
    >
      <span className="truncate py-1">{option.label}</span>
      <Base.ChipRemove
        aria-label={messages.remove(option.label)}
        className="grid size-6 shrink-0 place-items-center rounded-[4px] text-muted hover:text-ink pointer-coarse:size-9"
      >
        <X aria-hidden="true" className="size-3.5" />
      </Base.ChipRemove>
    </Base.Chip>
  );
}

function Choices({ anchor }: { anchor: RefObject<HTMLDivElement | null> }) {
  return (
    <Base.Portal>
      <Base.Positioner anchor={anchor} sideOffset={4} className={optionListClasses.positioner}>
        <Base.Popup className={cn(optionListClasses.popup, 'max-w-(--anchor-width)')}>
          <Base.Empty className="px-2.5 py-2 text-muted empty:p-0">{messages.noMatch}</Base.Empty>
          <Base.List>
            {(option: Option) => (
              <Base.Item key={option.value} value={option} className={optionListClasses.option}>
                <span className="truncate">{option.label}</span>
                <Base.ItemIndicator>
                  <Check aria-hidden="true" className="size-4 text-cobalt" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** Returns the option of a selected value, with a fallback while the options are loading. */
function optionOf(options: readonly Option[], value: string): Option {
  return options.find((option) => option.value === value) ?? { value, label: `#${value}` };
}
