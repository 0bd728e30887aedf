import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { EmptyState, LoadError } from './empty-state.tsx';
import { Page } from './page.tsx';

/** Texts of the page of a list. */
interface ListTexts {
  readonly title: string;
  readonly lead: string;
  readonly loadFailed: string;
  readonly loadFailedHelp: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
}

/**
 * Page of a list: its content, also while it loads, or why there is none. `isEmpty` is false while that
 * is not known.
 */
export function ListPage(props: {
  texts: ListTexts;
  action: ReactNode;
  query: {
    readonly data: unknown;
    readonly isError: boolean;
    readonly error: unknown;
    refetch(): Promise<unknown>;
  };
  isEmpty: boolean;
  /** Actions of the empty list. */
  emptyActions: ReactNode;
  children: ReactNode;
  dialogs?: ReactNode;
}) {
  const { texts, query, isEmpty } = props;
  const isFailed = query.isError && query.data === undefined;
  return (
    <Page title={texts.title} lead={texts.lead} action={props.action}>
      {isFailed && (
        <LoadError
          title={texts.loadFailed}
          help={texts.loadFailedHelp}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {isEmpty && (
        <Card>
          <EmptyState title={texts.emptyTitle} text={texts.emptyText}>
            {props.emptyActions}
          </EmptyState>
        </Card>
      )}
      {!isFailed && !isEmpty && props.children}
      {props.dialogs}
    </Page>
  );
}
