import type { ApiKey } from '@shotwright/contract';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import {
  apiKeyMessages as messages,
  firstRequestMessages,
  requestLogMessages,
} from '../../lib/messages/api-keys.ts';
import { overviewMessages } from '../../lib/messages/overview.ts';
import { pageMessages } from '../../lib/messages/shell.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { useIsBillingOn, useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { DocsLink } from '../../ui/list-states.tsx';
import { Page } from '../../ui/page.tsx';
import { useProjects } from '../projects/projects.api.ts';
import { useApiKeys, useDeleteApiKey, useUpdateApiKey } from './api-keys.api.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { FirstRequestPanel } from './first-request-panel.tsx';
import {
  DeleteKeyDialog,
  KeyDetailsDialog,
  LimitKeyDialog,
  RenameKeyDialog,
  RotateKeyDialog,
} from './key-dialogs.tsx';
import { KeysTable, type KeyDialogKind } from './keys-table.tsx';
import { LinkSecretDialog } from './link-secret-dialog.tsx';
import { RestrictKeyDialog } from './restrictions/restrict-key-dialog.tsx';
import { QuickStart } from './quick-start.tsx';
import { UsageHint } from './usage-hint.tsx';

const BudgetDialog = lazy(async () => ({
  default: (await import('../budgets/budget-dialog.tsx')).BudgetDialog,
}));

/**
 * A dialog retains its key while it closes. Each opening has its own `openCount`, so that earlier input
 * does not reappear.
 */
interface OpenDialog {
  readonly openCount: number;
  readonly kind: KeyDialogKind;
  readonly apiKey: ApiKey;
  readonly isOpen: boolean;
}

/** A key that was just created or rotated, shown in its panel. */
interface FreshKey {
  readonly apiKey: ApiKey;
  readonly title: string;
  readonly isOpen: boolean;
}

/** API Keys page: the list, its actions, and a usage example. */
export function KeysList() {
  const keys = useApiKeys();
  const [isCreating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<FreshKey | null>(null);
  const isEmpty = keys.data?.length === 0;
  // Not while loading: the button of an empty list is elsewhere, and the focus would be lost.
  const isButtonAbove = !keys.isPending && !isEmpty;
  const show = (apiKey: ApiKey) =>
    setFresh({ apiKey, title: firstRequestMessages.title(apiKey.name), isOpen: true });
  useListKeys({ c: () => setCreating(true) });
  const create = (
    <Button onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" />
      {isEmpty ? messages.createFirst : messages.createNew}
    </Button>
  );
  return (
    <Page
      title={pageMessages.apiKeys.title}
      lead={pageMessages.apiKeys.lead}
      action={
        isButtonAbove && (
          <span className="flex flex-wrap gap-2">
            <ButtonLink to="/dashboard/requests" variant="outline">
              {requestLogMessages.title}
            </ButtonLink>
            {create}
          </span>
        )
      }
    >
      <KeysBody
        keys={keys}
        create={
          <>
            {create}
            <QuickStart onCreated={show} />
          </>
        }
        fresh={fresh}
        onFresh={setFresh}
      />
      <UsageHint keys={keys.data} />
      <CreateKeyDialog open={isCreating} onClose={() => setCreating(false)} onCreated={show} />
      {fresh && (
        <FirstRequestPanel
          key={fresh.apiKey.key}
          apiKey={fresh.apiKey}
          title={fresh.title}
          open={fresh.isOpen}
          onClose={() => setFresh({ ...fresh, isOpen: false })}
        />
      )}
    </Page>
  );
}

function KeysBody(props: {
  keys: ReturnType<typeof useApiKeys>;
  create: ReactNode;
  fresh: FreshKey | null;
  onFresh: (fresh: FreshKey) => void;
}) {
  const { data, isError, error, refetch } = props.keys;
  if (isError && data === undefined) {
    return (
      <LoadError
        title={messages.loadFailed}
        help={messages.loadFailedHelp}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data?.length === 0) return <NoKeys>{props.create}</NoKeys>;
  return <TableWithDialogs keys={data} fresh={props.fresh} onFresh={props.onFresh} />;
}

function TableWithDialogs(props: {
  keys: readonly ApiKey[] | undefined;
  fresh: FreshKey | null;
  onFresh: (fresh: FreshKey) => void;
}) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const projects = useProjects();
  const update = useUpdateApiKey();
  const remove = useDeleteApiKey();
  const returnFocus = useReturnFocus();
  const close = () => setDialog(dialog && { ...dialog, isOpen: false });
  return (
    <>
      <KeysTable
        keys={props.keys}
        projectName={(id) => projects.data?.find((one) => one.id === id)?.name ?? `#${String(id)}`}
        newId={props.fresh?.apiKey.id ?? null}
        leavingId={remove.isPending ? remove.variables : null}
        onSwitch={(key) => update.mutate({ key, change: { isActive: !key.isActive } })}
        onDialog={(kind, apiKey) => {
          returnFocus.remember();
          setDialog((last) => ({
            kind,
            apiKey,
            isOpen: true,
            openCount: (last?.openCount ?? 0) + 1,
          }));
        }}
      />
      {dialog && (
        <KeyDialog
          key={dialog.openCount}
          dialog={dialog}
          onClose={close}
          finalFocus={returnFocus.finalFocus}
          isDeleting={remove.isPending}
          onDelete={() => remove.mutate(dialog.apiKey.id, { onSuccess: close })}
          onRotated={(apiKey) =>
            props.onFresh({
              apiKey,
              title: firstRequestMessages.rotatedTitle(apiKey.name),
              isOpen: true,
            })
          }
        />
      )}
    </>
  );
}

function KeyDialog(props: {
  dialog: OpenDialog;
  onClose: () => void;
  onRotated: (key: ApiKey) => void;
  isDeleting: boolean;
  onDelete: () => void;
  finalFocus: () => HTMLElement | null;
}) {
  const { kind, apiKey, isOpen } = props.dialog;
  const isBillingOn = useIsBillingOn();
  const common = { apiKey, open: isOpen, onClose: props.onClose };
  if (kind === 'details') return <KeyDetailsDialog {...common} />;
  if (kind === 'rename') return <RenameKeyDialog {...common} />;
  if (kind === 'limit' && isBillingOn) {
    const { id, name } = apiKey;
    return (
      <Suspense>
        <BudgetDialog
          subject={{ kind: 'apiKey', id, name }}
          open={isOpen}
          onClose={props.onClose}
          finalFocus={props.finalFocus}
        />
      </Suspense>
    );
  }
  if (kind === 'limit') return <LimitKeyDialog {...common} />;
  if (kind === 'restrict') return <RestrictKeyDialog {...common} finalFocus={props.finalFocus} />;
  if (kind === 'linkSecret') return <LinkSecretDialog {...common} />;
  if (kind === 'rotate') return <RotateKeyDialog {...common} onRotated={props.onRotated} />;
  const { isDeleting, onDelete, finalFocus } = props;
  return <DeleteKeyDialog {...common} {...{ isDeleting, onDelete, finalFocus }} />;
}

function NoKeys({ children }: { children: ReactNode }) {
  const { docsUrl } = useRuntimeConfig();
  return (
    <Card>
      <EmptyState title={messages.emptyTitle} text={messages.emptyText}>
        {children}
        <DocsLink href={docsUrl}>{overviewMessages.readDocs}</DocsLink>
      </EmptyState>
    </Card>
  );
}
