import { CircleAlert } from 'lucide-react';
import { importMessages as messages } from '../../../lib/messages/captures/playground-import.ts';
import { shownValue } from './imported-form.rules.ts';

/** Longest value that is shown in full. Unit: characters. */
const maxShown = 160;

/** Options that will be applied with their values, and the reasons for which others will not. */
export function ImportSummary(props: {
  options: Readonly<Record<string, unknown>>;
  problems: readonly string[];
  outside: readonly string[];
}) {
  const options = Object.entries(props.options);
  return (
    <div className="grid gap-4">
      {options.length === 0 ? (
        <p className="text-table text-muted">{messages.nothing}</p>
      ) : (
        <section aria-label={messages.applied} className="grid gap-2">
          <h3 className="text-table font-medium">{messages.applied}</h3>
          <dl className="divide-y divide-line rounded-control border border-line font-mono text-label">
            {options.map(([name, value]) => (
              <div
                key={name}
                className="grid gap-x-4 px-3 py-1.5 sm:grid-cols-[12rem_minmax(0,1fr)]"
              >
                <dt className="text-muted">{name}</dt>
                <dd className="break-words whitespace-pre-wrap">
                  {shortened(shownValue(name, value))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {props.problems.length > 0 && (
        <section
          aria-label={messages.leftOut}
          className="grid gap-2 rounded-control bg-red-wash p-3 text-red"
        >
          <h3 className="flex items-center gap-1.5 text-table font-medium">
            <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
            {messages.leftOut}
          </h3>
          <ul className="grid list-disc gap-1 pl-6 text-table">
            {props.problems.map((sentence) => (
              <li key={sentence} className="break-words">
                {sentence}
              </li>
            ))}
          </ul>
        </section>
      )}
      {props.outside.length > 0 && (
        <p className="text-table text-muted">{messages.outside(props.outside.join(', '))}</p>
      )}
    </div>
  );
}

function shortened(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
