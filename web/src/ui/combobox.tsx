import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown } from 'lucide-react';
import { commonMessages as messages } from '../lib/messages/common.ts';
import { cn } from '../lib/cn.ts';
import { controlClasses, type FieldControlProps } from './field.tsx';
import { optionListClasses, type Option } from './option-list.ts';

/** Single-choice select for long lists, with search. */
export function Combobox(
  props: Partial<FieldControlProps> & {
    options: readonly Option[];
    value: string | null;
    onValueChange: (value: string | null) => void;
    placeholder?: string;
    isDisabled?: boolean;
    className?: string;
  },
) {
  const { options, value, onValueChange, placeholder, isDisabled, className, ...control } = props;
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Base.Root
      items={options}
      value={chosen}
      disabled={isDisabled === true}
      onValueChange={(next: Option | null) => onValueChange(next?.value ?? null)}
    >
      <div className={cn('relative', className)}>
        <Base.Input
          {...control}
          placeholder={placeholder}
          className={cn(controlClasses, 'pr-10')}
        />
        <Base.Trigger
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library calls the trigger a combobox until the input has rendered
          role="button"
          aria-label={placeholder ?? messages.search}
          className="absolute inset-y-1 right-1 pointer-coarse:inset-y-0 pointer-coarse:right-0 grid aspect-square place-items-center rounded-[4px] text-muted hover:text-ink"
        >
          <ChevronsUpDown aria-hidden="true" className="size-4" />
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className={optionListClasses.positioner}>
          <Base.Popup className={optionListClasses.popup}>
            <Base.Empty className="px-2.5 py-2 text-muted empty:p-0">{messages.noMatch}</Base.Empty>
            <Base.List>
              {(option: Option) => (
                <Base.Item key={option.value} value={option} className={optionListClasses.option}>
                  {option.label}
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" className="size-4 text-cobalt" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
