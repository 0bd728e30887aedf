import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, X } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';
import { controlClasses, type FieldControlProps } from '../../../ui/field.tsx';
import { optionListClasses } from '../../../ui/option-list.ts';
import type { DeviceGroup, DeviceOption } from './device-groups.rules.ts';

const iconClasses =
  'absolute inset-y-1 pointer-coarse:inset-y-0 pointer-coarse:w-11 grid w-7 place-items-center rounded-[4px] text-muted hover:text-ink';

/** Device selection with search, grouped by kind, with sizes on the right. */
export function DeviceCombobox(
  props: Partial<FieldControlProps> & {
    groups: readonly DeviceGroup[];
    /** Device name; '' for none. */
    value: string;
    onValueChange: (name: string) => void;
  },
) {
  const { groups, value, onValueChange, ...control } = props;
  const known = groups.flatMap(({ items }) => items).find(({ name }) => name === value);
  const chosen = value === '' ? null : (known ?? { id: value, name: value, detail: '' });
  return (
    <Base.Root
      items={groups}
      value={chosen}
      itemToStringLabel={(device: DeviceOption) => device.name}
      isItemEqualToValue={(one: DeviceOption, other: DeviceOption) => one.name === other.name}
      onValueChange={(next: DeviceOption | null) => onValueChange(next?.name ?? '')}
    >
      <div className="relative">
        <Base.Input
          {...control}
          placeholder={messages.customSize}
          className={cn(controlClasses, 'pr-16')}
        />
        {value !== '' && (
          <Base.Clear aria-label={messages.clearDevice} className={cn(iconClasses, 'right-8')}>
            <X aria-hidden="true" className="size-4" />
          </Base.Clear>
        )}
        <Base.Trigger
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library calls the trigger a combobox until the input has rendered
          role="button"
          aria-label={messages.device}
          className={cn(iconClasses, 'right-1')}
        >
          <ChevronsUpDown aria-hidden="true" className="size-4" />
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className={optionListClasses.positioner}>
          <Base.Popup className={optionListClasses.popup}>
            <Base.Empty className="px-2.5 py-2 text-muted empty:p-0">
              {commonMessages.noMatch}
            </Base.Empty>
            <Base.List>
              {(group: DeviceGroup) => <Group key={group.value} group={group} />}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Group({ group }: { group: DeviceGroup }) {
  return (
    <Base.Group items={group.items} className="pb-1">
      <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-label font-medium text-muted">
        {group.value}
      </Base.GroupLabel>
      <Base.Collection>
        {(device: DeviceOption) => (
          <Base.Item key={device.id} value={device} className={optionListClasses.option}>
            <span className="flex min-w-0 items-center gap-2">
              {device.name}
              <Base.ItemIndicator>
                <Check aria-hidden="true" className="size-4 text-cobalt" />
              </Base.ItemIndicator>
            </span>
            <span className="figures shrink-0 text-label text-muted">{device.detail}</span>
          </Base.Item>
        )}
      </Base.Collection>
    </Base.Group>
  );
}
