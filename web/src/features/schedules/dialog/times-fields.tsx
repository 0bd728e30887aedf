import { scheduleLimits } from '@shotwright/contract/paths';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import {
  scheduleDialogMessages as messages,
  scheduleTimeMessages,
} from '../../../lib/messages/captures/schedules.ts';
import { Field, FieldError, TextField } from '../../../ui/field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Select } from '../../../ui/select.tsx';
import { cronOf, intervals, lastDay, weekdays, type Interval } from '../schedule-times.rules.ts';
import type { DraftProps } from '../schedules.rules.ts';

const weekdayOptions = weekdays.map((value) => ({
  value,
  label: scheduleTimeMessages.weekdays[value],
}));

const monthDayOptions = [
  ...Array.from({ length: 31 }, (_, index) => String(index + 1)).map((value) => ({
    value,
    label: value,
  })),
  { value: lastDay, label: scheduleTimeMessages.lastDayOption },
];

/** Interval of a schedule with the fields that it needs; `children`: the time zone. */
export function TimesFields(props: DraftProps & { children: ReactNode }) {
  const { draft, errorOf, onChange } = props;
  const { every } = draft;
  const choose = (next: Interval) => {
    // The expression of the choices is a good start for a custom one.
    const cron = next === 'custom' ? cronOf(draft) : null;
    onChange({ every: next, ...(cron !== null && { cron }) });
  };
  const cronError = errorOf('cron');
  const hasDay = every === 'week' || every === 'month';
  return (
    <div className="grid min-w-0 gap-4">
      <SegmentedControl
        label={messages.every}
        isStacked
        value={every}
        options={intervals.map((value) => ({ value, label: messages.intervals[value] }))}
        onValueChange={choose}
      />
      {every !== 'custom' && cronError !== undefined && <FieldError>{cronError}</FieldError>}
      <div className={cn('grid items-start gap-4', hasDay ? 'sm:grid-cols-3' : 'sm:grid-cols-2')}>
        {every === 'week' && <WeekdayField {...props} />}
        {every === 'month' && <MonthDayField {...props} />}
        {every === 'hour' && <MinuteField {...props} />}
        {every === 'custom' ? (
          <CronField {...props} />
        ) : (
          every !== 'hour' && <TimeField {...props} />
        )}
        {props.children}
      </div>
    </div>
  );
}

function CronField({ draft, errorOf, onChange }: DraftProps) {
  return (
    <TextField
      label={messages.cron}
      help={messages.cronHelp}
      error={errorOf('cron')}
      autoComplete="off"
      spellCheck={false}
      maxLength={scheduleLimits.cronLength}
      className="font-mono"
      value={draft.cron}
      onChange={(event) => onChange({ cron: event.target.value })}
    />
  );
}

function MinuteField({ draft, errorOf, onChange }: DraftProps) {
  return (
    <TextField
      label={messages.minute}
      help={messages.minuteHelp}
      error={errorOf('minute')}
      type="number"
      min={0}
      max={59}
      autoComplete="off"
      value={draft.minute}
      onChange={(event) => onChange({ minute: event.target.value })}
    />
  );
}

function TimeField({ draft, errorOf, onChange }: DraftProps) {
  return (
    <TextField
      label={messages.time}
      error={errorOf('time')}
      type="time"
      value={draft.time}
      onChange={(event) => onChange({ time: event.target.value })}
    />
  );
}

function WeekdayField({ draft, onChange }: DraftProps) {
  return (
    <Field label={messages.weekday}>
      {(control) => (
        <Select
          {...control}
          options={weekdayOptions}
          value={draft.weekday}
          onValueChange={(value) => {
            const weekday = weekdays.find((one) => one === value);
            if (weekday !== undefined) onChange({ weekday });
          }}
        />
      )}
    </Field>
  );
}

function MonthDayField({ draft, onChange }: DraftProps) {
  const isShort = Number(draft.monthDay) > 28;
  return (
    <Field label={messages.monthDay} help={isShort && messages.shortMonths}>
      {(control) => (
        <Select
          {...control}
          options={monthDayOptions}
          value={draft.monthDay}
          onValueChange={(monthDay) => onChange({ monthDay })}
        />
      )}
    </Field>
  );
}
