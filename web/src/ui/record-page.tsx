import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isMissingError } from '../lib/api/error.ts';
import { ButtonLink } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState, LoadError } from './empty-state.tsx';
import { Page } from './page.tsx';
import { Skeleton } from './skeleton.tsx';

/** Texts of the page of one record. */
export interface RecordTexts {
  /** Label of the link to the list. */
  readonly back: string;
  readonly oneFailed: string;
  readonly loadFailedHelp: string;
  readonly notFoundTitle: string;
  readonly notFoundText: string;
}

/**
 * Page of one record of a list: its content, a placeholder while it loads, or the reason why it cannot
 * be shown.
 */
export function RecordPage<T>(props: {
  title: string;
  lead: ReactNode;
  action?: ReactNode;
  query: {
    readonly data: T | undefined;
    readonly isError: boolean;
    readonly error: unknown;
    refetch(): Promise<unknown>;
  };
  listPath: string;
  texts: RecordTexts;
  children: (record: T) => ReactNode;
}) {
  const { query, listPath, texts } = props;
  const { data, isError, error, refetch } = query;
  const isFailed = isError && data === undefined;
  return (
    <Page title={props.title} lead={props.lead} action={props.action}>
      {isFailed &&
        (isMissingError(error) ? (
          <Card>
            <EmptyState title={texts.notFoundTitle} text={texts.notFoundText}>
              <ButtonLink to={listPath} variant="outline">
                {texts.back}
              </ButtonLink>
            </EmptyState>
          </Card>
        ) : (
          <LoadError
            title={texts.oneFailed}
            help={texts.loadFailedHelp}
            error={error}
            onRetry={() => void refetch()}
          />
        ))}
      {data === undefined ? (
        !isFailed && <Skeleton className="h-36 w-full" />
      ) : (
        <div className="grid min-w-0 gap-6">{props.children(data)}</div>
      )}
    </Page>
  );
}

/** Link from a record to its list. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={to}
      className="target-line inline-flex items-center gap-1 text-table font-medium text-cobalt underline underline-offset-4"
    >
      <ArrowLeft aria-hidden="true" className="size-3.5" />
      {label}
    </Link>
  );
}
