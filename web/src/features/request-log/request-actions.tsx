import type { ApiKey } from '@shotwright/contract';
import { RotateCw, ScanLine, Terminal } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { copyText } from '../../lib/copy.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';
import { loggedRequestMessages as messages } from '../../lib/messages/api-keys.ts';
import { toasts } from '../../lib/toasts.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { useAuth } from '../accounts/session/auth-context.tsx';
import { writeDraft } from '../playground/playground-storage.ts';
import { useReplay } from './request-log.api.ts';
import { captureFormOf, curlOf, replayObstacle, type LoggedDetail } from './request-log.rules.ts';

/** Actions of a call: copy it as a command, replay it, open a capture in the playground. */
export function RequestActions({
  detail,
  apiKey,
}: {
  detail: LoggedDetail;
  apiKey: ApiKey | undefined;
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="outline" size="sm" onClick={() => ignoreErrors(copyCurl(detail))}>
        <Terminal aria-hidden="true" />
        {messages.copyCurl}
      </Button>
      <OpenInPlayground detail={detail} />
      <Replay detail={detail} apiKey={apiKey} />
    </div>
  );
}

function copyCurl(detail: LoggedDetail): Promise<void> {
  return copyText(curlOf(detail), {
    done: messages.curlCopied,
    detail: messages.curlCopiedText,
    failed: messages.curlCopyFailed,
  });
}

function OpenInPlayground({ detail }: { detail: LoggedDetail }) {
  const navigate = useNavigate();
  const { user } = useAuth();
  const capture = captureFormOf(detail);
  if (capture === undefined || user === null) return null;
  const open = () => {
    writeDraft(user.id, capture.form);
    if (!capture.isComplete) toasts.info({ title: messages.leftOut });
    ignoreErrors(navigate('/dashboard/playground'));
  };
  return (
    <Button variant="outline" size="sm" onClick={open}>
      <ScanLine aria-hidden="true" />
      {messages.openInPlayground}
    </Button>
  );
}

/** Reading is replayed at once, everything else after a confirmation. */
function Replay({ detail, apiKey }: { detail: LoggedDetail; apiKey: ApiKey | undefined }) {
  const [isConfirming, setConfirming] = useState(false);
  const replay = useReplay();
  const helpId = useId();
  const obstacle = replayObstacle(detail, apiKey);
  const send = () => {
    if (apiKey === undefined) return;
    replay.mutate({ detail, key: apiKey.key }, { onSettled: () => setConfirming(false) });
  };
  return (
    <>
      <LoadingButton
        variant="outline"
        size="sm"
        disabled={obstacle !== undefined}
        {...(obstacle !== undefined && { 'aria-describedby': helpId })}
        isLoading={replay.isPending && !isConfirming}
        loadingText={messages.replaying}
        onClick={() => (detail.request.method === 'GET' ? send() : setConfirming(true))}
      >
        <RotateCw aria-hidden="true" />
        {messages.replay}
      </LoadingButton>
      {obstacle !== undefined && (
        <p id={helpId} className="w-full text-label text-muted">
          {messages.cannotReplay[obstacle]}
        </p>
      )}
      <AlertDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={messages.replayTitle}
        text={messages.replayText(apiKey?.name ?? '')}
        confirm={{
          label: messages.replay,
          onClick: send,
          isBusy: replay.isPending,
          busyLabel: messages.replaying,
        }}
      />
    </>
  );
}
