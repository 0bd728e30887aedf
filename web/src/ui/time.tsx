import { formatAge, formatDate, formatSecond } from '../lib/format/format.ts';
import { Tooltip } from './tooltip.tsx';

const formats = {
  date: (value: string) => formatDate(value),
  age: (value: string) => formatAge(value),
  second: (value: string) => formatSecond(value),
};

/** Date; hover or focus shows the local time, UTC and the age. `text` replaces the formatted date. */
export function Time(props: { value: string; display?: 'date' | 'age' | 'second'; text?: string }) {
  const date = new Date(props.value);
  const shown = props.text ?? formats[props.display ?? 'date'](props.value);
  if (Number.isNaN(date.getTime())) return <span>{shown}</span>;
  return (
    <Tooltip text={<Moment value={props.value} />}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must also open without a mouse */}
      <time dateTime={date.toISOString()} tabIndex={0} className="figures rounded-[2px]">
        {shown}
      </time>
    </Tooltip>
  );
}

/** Formatted only when the tooltip opens, because a list has many dates. */
function Moment({ value }: { value: string }) {
  const date = new Date(value);
  const utc = date
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
  return (
    <span className="grid figures">
      <span>{date.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' })}</span>
      <span>{utc}</span>
      <span>{formatAge(value)}</span>
    </span>
  );
}
