import type { SavedSetting, Schedule } from '@shotwright/contract';
import { scheduleNotices, textLimits } from '@shotwright/contract/paths';
import type { RefObject } from 'react';
import { userTimeZone } from '../../../lib/format/format.ts';
import { timeZones } from '../../../lib/format/time-zones.ts';
import { scheduleDialogMessages as messages } from '../../../lib/messages/captures/schedules.ts';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { zoneText } from '../schedule-times.rules.ts';
import type { DraftProps } from '../schedules.rules.ts';
import { TimesFields } from './times-fields.tsx';

/** Fields of the dialog. */
export function ScheduleFields({
  name,
  nameRef,
  settings,
  ...fields
}: DraftProps & {
  name: string;
  nameRef: RefObject<HTMLInputElement | null>;
  settings: SettingsState;
}) {
  const { draft, errorOf, onChange } = fields;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={messages.name}
          error={errorOf('name')}
          ref={nameRef}
          autoComplete="off"
          maxLength={textLimits.name}
          value={name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <SettingField {...fields} settings={settings} />
      </div>
      <TimesFields {...fields}>
        <TimeZoneField {...fields} />
      </TimesFields>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NotifyField value={draft.notify} onChange={(notify) => onChange({ notify })} />
        <TextField
          label={messages.tolerance}
          help={messages.toleranceHelp}
          error={errorOf('max_diff_ratio')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={draft.tolerance}
          onChange={(event) => onChange({ tolerance: event.target.value })}
        />
      </div>
    </>
  );
}

interface SettingsState {
  readonly data: readonly SavedSetting[] | undefined;
  readonly isError: boolean;
}

function SettingField({
  draft,
  settings,
  errorOf,
  onChange,
}: DraftProps & { settings: SettingsState }) {
  const { data = [], isError } = settings;
  const problem = isError ? messages.settingsFailed : errorOf('setting_id');
  const isNone = settings.data?.length === 0;
  return (
    <Field label={messages.setting} error={problem} help={isNone && messages.noSettings}>
      {(control) => (
        <Select
          {...control}
          options={data.map(({ id, name }) => ({ value: String(id), label: name }))}
          // A value without its option would be shown as a number.
          value={data.some(({ id }) => id === draft.settingId) ? String(draft.settingId) : null}
          placeholder={messages.chooseSetting}
          isDisabled={isNone}
          onValueChange={(value) => onChange({ settingId: Number(value) })}
        />
      )}
    </Field>
  );
}

function TimeZoneField({ draft: { timezone }, errorOf, onChange }: DraftProps) {
  const options = timeZones(timezone, userTimeZone()).map((value) => ({
    value,
    label: zoneText(value),
  }));
  return (
    <Field label={messages.timezone} error={errorOf('timezone')}>
      {(control) => (
        <Combobox
          {...control}
          options={options}
          value={timezone}
          placeholder={messages.chooseTimezone}
          onValueChange={(value) => onChange({ timezone: value ?? '' })}
        />
      )}
    </Field>
  );
}

function NotifyField(props: {
  value: Schedule['notify'];
  onChange: (notify: Schedule['notify']) => void;
}) {
  return (
    <Field label={messages.notify}>
      {(control) => (
        <Select
          {...control}
          options={scheduleNotices.map((value) => ({ value, label: messages.notices[value] }))}
          value={props.value}
          onValueChange={(value) => {
            const notify = scheduleNotices.find((one) => one === value);
            if (notify !== undefined) props.onChange(notify);
          }}
        />
      )}
    </Field>
  );
}
