import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { Fragment } from 'react';
import { cn } from '../lib/cn.ts';
import { controlClasses, type FieldControlProps } from './field.tsx';
import { optionListClasses, type Option } from './option-list.ts';

/** Single-choice select for short lists. */
export function Select(
  props: Partial<FieldControlProps> & {
    options: readonly Option[];
    value: string | null;
    onValueChange: (value: string) => void;
    placeholder?: string;
    isDisabled?: boolean;
    'aria-label'?: string;
    className?: string;
  },
) {
  const { options, value, onValueChange, placeholder, isDisabled, className, ...control } = props;
  return (
    <Base.Root
      items={options}
      value={value}
      disabled={isDisabled === true}
      onValueChange={(next) => next !== null && onValueChange(next)}
    >
      <Base.Trigger
        {...control}
        className={cn(
          controlClasses,
          // CSS treats a button as read-only, but this one must look like an editable control.
          'flex items-center justify-between gap-2 text-left read-only:bg-card read-only:text-ink disabled:read-only:bg-sunk',
          className,
        )}
      >
        <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-muted" />
        <Base.Icon>
          <ChevronsUpDown aria-hidden="true" className="size-4 text-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          sideOffset={4}
          alignItemWithTrigger={false}
          className={optionListClasses.positioner}
        >
          <Base.Popup className={optionListClasses.popup}>
            {options.map((option, index) => (
              <Fragment key={option.value}>
                {option.isSeparate === true && index > 0 && (
                  <Base.Separator className="mx-1 my-1 h-px bg-line" />
                )}
                <Base.Item value={option.value} className={optionListClasses.option}>
                  <Base.ItemText>{option.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" className="size-4 text-cobalt" />
                  </Base.ItemIndicator>
                </Base.Item>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
