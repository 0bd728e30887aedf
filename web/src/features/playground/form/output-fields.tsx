import { filterNumberInput, normalizeNumber } from '@shotwright/contract/capture-options';
import { captureLimits } from '@shotwright/contract/paths';
import { useMemo, useState } from 'react';
import { presetMessages } from '../../../lib/messages/captures/playground-tools.ts';
import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { SizeSide } from './capture-form.rules.ts';
import { DeviceCombobox } from './device-combobox.tsx';
import { groupDevices } from './device-groups.rules.ts';
import { useDeviceDetails, useDeviceNames } from '../playground.api.ts';
import { readRecentDevices, rememberDevice } from '../playground-storage.ts';
import { sizePresets } from './size-presets.rules.ts';
import type { FormPartProps } from './source-fields.tsx';

/** Fields for device, size and format of the image. */
export function OutputFields({ form, change }: FormPartProps) {
  const names = useDeviceNames();
  const details = useDeviceDetails().data;
  const [recent, setRecent] = useState(readRecentDevices);
  const groups = useMemo(
    () =>
      groupDevices({
        names: names.data ?? [],
        details: details ?? [],
        recent,
      }),
    [names.data, details, recent],
  );
  const device = details?.find(({ name }) => name === form.emulate_device);
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field
        label={messages.device}
        error={names.isError && names.data === undefined && messages.devicesFailed}
        className="col-span-2"
        aside={<PresetMenu deviceNames={names.data ?? []} change={change} />}
      >
        {(control) => (
          <DeviceCombobox
            {...control}
            groups={groups}
            value={form.emulate_device}
            onValueChange={(name) => {
              if (name !== '') setRecent(rememberDevice(name));
              change({ emulate_device: name });
            }}
          />
        )}
      </Field>
      <SizeField side="width" form={form} change={change} deviceSize={device?.width} />
      <SizeField side="height" form={form} change={change} deviceSize={device?.height} />
      <div className="col-span-2">
        <SegmentedControl
          label={messages.imageFormat}
          value={form.file_type}
          onValueChange={(file_type) => change({ file_type })}
          options={[
            { value: 'png', label: messages.png },
            { value: 'jpeg', label: messages.jpeg },
          ]}
        />
      </div>
    </div>
  );
}

function PresetMenu(props: Pick<FormPartProps, 'change'> & { deviceNames: readonly string[] }) {
  return (
    <Menu
      items={sizePresets(props.deviceNames).map(({ label, values }) => ({
        label,
        onSelect: () => props.change(values),
      }))}
      trigger={
        <Button variant="link" className="text-table">
          {presetMessages.open}
        </Button>
      }
    />
  );
}

function SizeField(props: FormPartProps & { side: SizeSide; deviceSize: number | undefined }) {
  const { side, form, change, deviceSize } = props;
  const hasDevice = form.emulate_device !== '';
  const { min, max } = side === 'width' ? captureLimits.widthPx : captureLimits.heightPx;
  return (
    <Field
      label={messages[side]}
      help={hasDevice ? messages.deviceSizeHelp : messages.sizeHelp(min, max)}
    >
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            disabled={hasDevice}
            value={hasDevice ? (deviceSize ?? '') : form[side]}
            onChange={({ target }) =>
              change({
                [side]: filterNumberInput(side, { previous: form[side], typed: target.value }),
              })
            }
            onBlur={() => change({ [side]: normalizeNumber(side, form[side]) })}
            className="figures pr-9"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-table text-muted"
          >
            px
          </span>
        </div>
      )}
    </Field>
  );
}

/** The four switches of the form. */
export function SwitchFields({ form, change }: FormPartProps) {
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="sr-only">{messages.options}</legend>
      <Switch
        label={messages.fullPage}
        isOn={form.full_page}
        onChange={(full_page) => change({ full_page })}
      />
      <Switch
        label={messages.disableAnimations}
        isOn={form.disable_animations}
        onChange={(disable_animations) => change({ disable_animations })}
      />
      <Switch
        label={messages.disableJavascript}
        isOn={form.disable_javascript}
        onChange={(disable_javascript) => change({ disable_javascript })}
      />
      <Switch
        label={messages.retina}
        isOn={form.retina}
        onChange={(retina) => change({ retina })}
      />
    </fieldset>
  );
}
