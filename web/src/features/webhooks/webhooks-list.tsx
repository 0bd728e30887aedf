import type { Webhook } from '@shotwright/contract';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { pageMessages } from '../../lib/messages/shell.ts';
import { webhookMessages as messages } from '../../lib/messages/webhooks.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { positiveNumber, withValues } from '../../lib/search-params.ts';
import { toasts } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { LoadError } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { NoWebhooks } from './no-webhooks.tsx';
import { WebhookDrawer, type DrawerTab } from './webhook-drawer.tsx';
import { useDeleteWebhook, useSwitchWebhook, useWebhooks } from './webhooks.api.ts';
import { WebhooksTable } from './webhooks-table.tsx';

/**
 * Panel or dialog that is open over the list; each opening has its own `openCount`, so that earlier
 * input does not reappear.
 */
interface Opening {
  readonly openCount: number;
  readonly isOpen: boolean;
}

/** Webhook shown in the drawer. */
interface OpenWebhook extends Opening {
  readonly id: number;
  readonly tab: DrawerTab;
  /** Delivery that a link of the URL names. */
  readonly deliveryId?: string | null;
}

/** Returns the webhook that the URL names with `webhook`, and its `delivery`. */
function linkedWebhook(search: URLSearchParams): OpenWebhook | null {
  const id = positiveNumber(search.get('webhook'));
  return id === null
    ? null
    : { id, tab: 'deliveries', deliveryId: search.get('delivery'), isOpen: true, openCount: 0 };
}

/** Webhooks page: the list and its actions. */
export function WebhooksList() {
  const webhooks = useWebhooks();
  const [creating, setCreating] = useState<Opening>({ openCount: 0, isOpen: false });
  const [search, setSearch] = useSearchParams();
  const [opened, setOpened] = useState(() => linkedWebhook(search));
  const [newId, setNewId] = useState<number | null>(null);
  const returnFocus = useReturnFocus();
  // Not while loading: the button of an empty list is elsewhere, and the focus would be lost.
  const isButtonAbove = !webhooks.isPending && webhooks.data?.length !== 0;
  const create = () => setCreating(({ openCount }) => ({ openCount: openCount + 1, isOpen: true }));
  const open = (id: number, tab: DrawerTab) => {
    returnFocus.remember();
    setOpened((last) => ({ id, tab, isOpen: true, openCount: (last?.openCount ?? 0) + 1 }));
  };
  useListKeys({ c: create });
  const shown = webhooks.data?.find(({ id }) => id === opened?.id);
  const button = (
    <Button onClick={create}>
      <Plus aria-hidden="true" />
      {messages.create}
    </Button>
  );
  return (
    <Page
      title={pageMessages.webhooks.title}
      lead={pageMessages.webhooks.lead}
      action={isButtonAbove && button}
    >
      <WebhooksBody webhooks={webhooks} create={button} newId={newId} onOpen={open} />
      <CreateWebhookDialog
        key={creating.openCount}
        open={creating.isOpen}
        onClose={() => setCreating({ ...creating, isOpen: false })}
        onCreated={({ webhook }) => {
          setNewId(webhook.id);
          toasts.success({
            title: messages.created,
            action: { label: messages.showSecret, onClick: () => open(webhook.id, 'signing') },
          });
        }}
      />
      {opened && shown && (
        <WebhookDrawer
          key={`drawer-${String(opened.openCount)}`}
          webhook={shown}
          firstTab={opened.tab}
          firstDelivery={opened.deliveryId ?? null}
          open={opened.isOpen}
          onClose={() => {
            setOpened({ ...opened, isOpen: false });
            if (search.has('webhook'))
              setSearch((now) => withValues(now, { webhook: null, delivery: null }), {
                replace: true,
              });
          }}
          finalFocus={returnFocus.finalFocus}
        />
      )}
    </Page>
  );
}

function WebhooksBody(props: {
  webhooks: ReturnType<typeof useWebhooks>;
  create: ReactNode;
  newId: number | null;
  onOpen: (id: number, tab: DrawerTab) => void;
}) {
  const { data, isError, error, refetch } = props.webhooks;
  const switchWebhook = useSwitchWebhook();
  const [pendingDeletion, setPendingDeletion] = useState<{
    webhook: Webhook;
    isOpen: boolean;
  } | null>(null);
  const remove = useDeleteWebhook();
  const returnFocus = useReturnFocus();
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
  const close = () => setPendingDeletion(pendingDeletion && { ...pendingDeletion, isOpen: false });
  return (
    <>
      {data?.length === 0 ? (
        <NoWebhooks>{props.create}</NoWebhooks>
      ) : (
        <WebhooksTable
          webhooks={data}
          newId={props.newId}
          leavingId={remove.isPending ? remove.variables : null}
          onOpen={({ id }, tab) => props.onOpen(id, tab)}
          onSwitch={switchWebhook}
          onDelete={(webhook) => {
            returnFocus.remember();
            setPendingDeletion({ webhook, isOpen: true });
          }}
        />
      )}
      {pendingDeletion && (
        <DeleteDialog
          open={pendingDeletion.isOpen}
          onOpenChange={close}
          type="webhook"
          name={pendingDeletion.webhook.name}
          isDeleting={remove.isPending}
          finalFocus={returnFocus.finalFocus}
          onDelete={() => remove.mutate(pendingDeletion.webhook.id, { onSuccess: close })}
        />
      )}
    </>
  );
}
