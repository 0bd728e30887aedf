import type { Webhook } from '@shotwright/contract';
import { useState, type ReactNode } from 'react';
import {
  webhookDrawerMessages as messages,
  webhookMessages,
  webhookSampleMessages,
} from '../../lib/messages/webhooks.ts';
import { Badge } from '../../ui/badge.tsx';
import { LoadingButton } from '../../ui/button.tsx';
import { SideSheet } from '../../ui/side-sheet.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DeliveriesTab } from './deliveries-tab.tsx';
import { EditTab } from './edit-tab.tsx';
import { SigningTab } from './signing-tab.tsx';
import { SampleView, useSample } from './webhook-sample.tsx';
import { draftOf, isSameDraft } from './webhooks.rules.ts';

/** Tab of the drawer. */
export type DrawerTab = keyof typeof messages.tabs;

/**
 * Drawer of a webhook: deliveries, signing, sample, and a form to edit it. Source: acceptance
 * WH-11.
 */
export function WebhookDrawer(props: {
  webhook: Webhook;
  firstTab: DrawerTab;
  /** ID of the delivery that is shown first; null for the list. */
  firstDelivery: string | null;
  open: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}) {
  const { webhook } = props;
  const [tab, setTab] = useState<string>(props.firstTab);
  const [edited, setEdited] = useState<ReturnType<typeof draftOf> | null>(null);
  const saved = draftOf(webhook);
  const draft = edited ?? saved;
  const isDirty = !isSameDraft(draft, saved);
  const item = (value: DrawerTab, content: ReactNode) => ({
    value,
    label: messages.tabs[value],
    content,
  });
  const edit = (
    <EditTab
      webhook={webhook}
      draft={draft}
      isDirty={isDirty}
      onChange={setEdited}
      onSaved={() => setEdited(null)}
    />
  );
  const tabs = [
    item('deliveries', <DeliveriesTab webhook={webhook} first={props.firstDelivery} />),
    item('signing', <SigningTab webhook={webhook} />),
    item('sample', <SampleTab webhook={webhook} />),
    item('edit', edit),
  ];
  return (
    <SideSheet
      open={props.open}
      onClose={props.onClose}
      title={webhook.name}
      description={<Facts webhook={webhook} />}
      isDirty={isDirty}
      finalFocus={props.finalFocus}
    >
      <Tabs label={webhook.name} value={tab} onValueChange={setTab} items={tabs} />
    </SideSheet>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge tone={webhook.isActive ? 'green' : 'grey'}>
        {webhook.isActive ? webhookMessages.active : webhookMessages.inactive}
      </Badge>
      <code className="font-mono text-label break-all text-muted">{webhook.webhookUrl}</code>
    </div>
  );
}

function SampleTab({ webhook }: { webhook: Webhook }) {
  const sample = useSample();
  return (
    <div className="grid min-w-0 gap-4">
      <SampleView sample={sample} />
      <LoadingButton
        className="justify-self-start"
        isLoading={sample.isSending}
        loadingText={webhookSampleMessages.sending}
        onClick={() => sample.send(webhook.webhookUrl)}
      >
        {webhookSampleMessages.send}
      </LoadingButton>
    </div>
  );
}
