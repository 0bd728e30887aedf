import type { User } from '@shotwright/contract';
import { useState } from 'react';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { privacyMessages } from '../../../lib/messages/security/privacy.ts';
import { Button, LoadingButton } from '../../../ui/button.tsx';
import { Card, SectionHeading } from '../../../ui/card.tsx';
import { DeletionDialog } from './deletion-dialog.tsx';
import { useKeepAccount } from './privacy.api.ts';

const messages = privacyMessages.deletion;

/** Section that deletes the account, or keeps one that is scheduled for deletion. */
export function DeletionSection({ user }: { user: User }) {
  return (
    <Card className="grid gap-4 p-5">
      <SectionHeading title={messages.heading} />
      {user.deletionAt === undefined ? (
        <Deletion user={user} />
      ) : (
        <Scheduled deletionAt={user.deletionAt} />
      )}
    </Card>
  );
}

function Deletion({ user }: { user: User }) {
  const [opening, setOpening] = useState({ count: 0, isOpen: false });
  const isBillingOn = useIsBillingOn();
  const isOwner = user.role === undefined;
  return (
    <>
      <p>{messages.text}</p>
      <p className="text-muted">
        {isOwner ? messages.alone : messages.member}
        {isOwner && isBillingOn && ` ${messages.aloneBilling}`}
      </p>
      <Button
        variant="destructive"
        className="w-fit max-sm:w-full"
        onClick={() => setOpening(({ count }) => ({ count: count + 1, isOpen: true }))}
      >
        {messages.begin}
      </Button>
      {opening.count > 0 && (
        <DeletionDialog
          key={opening.count}
          user={user}
          open={opening.isOpen}
          onClose={() => setOpening({ ...opening, isOpen: false })}
        />
      )}
    </>
  );
}

function Scheduled({ deletionAt }: { deletionAt: string }) {
  const keep = useKeepAccount();
  const isBillingOn = useIsBillingOn();
  return (
    <>
      <p className="font-medium">{messages.scheduled(formatDate(deletionAt))}</p>
      <p className="text-muted">
        {isBillingOn ? messages.scheduledText : messages.scheduledTextWithoutBilling}
      </p>
      <LoadingButton
        className="w-fit max-sm:w-full"
        isLoading={keep.isPending}
        loadingText={messages.keeping}
        onClick={() => keep.mutate()}
      >
        {messages.keep}
      </LoadingButton>
    </>
  );
}
