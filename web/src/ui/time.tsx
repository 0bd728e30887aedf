import { formatAge, formatDate } from '../lib/format.ts';
import { Tooltip } from './tooltip.tsx';

/** A date; hover or focus shows the local time, UTC and how long ago. */
export function Time(props: { value: string; display?: 'date' | 'age' }) {
  const date = new Date(props.value);
  const shown = props.display === 'age' ? formatAge(props.value) : formatDate(props.value);
  if (Number.isNaN(date.getTime())) return <span>{shown}</span>;
  return (
    <Tooltip
      text={
        <span className="grid figures">
          <span>{date.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' })}</span>
          <span>
            {date
              .toISOString()
              .replace('T', ' ')
              .replace(/\.\d+Z$/, ' UTC')}
          </span>
          <span>{formatAge(props.value)}</span>
        </span>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must open without a mouse too */}
      <time dateTime={date.toISOString()} tabIndex={0} className="figures rounded-[2px]">
        {shown}
      </time>
    </Tooltip>
  );
}
