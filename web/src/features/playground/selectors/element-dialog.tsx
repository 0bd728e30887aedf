import { errorMessage } from '../../../lib/api/error.ts';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { elementMessages as messages } from '../../../lib/messages/captures/playground-tools.ts';
import { LoadingButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadError } from '../../../ui/empty-state.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { failureOf } from '../run/run-messages.rules.ts';
import { usePageElementList } from './page-elements.api.ts';
import type { PageElements } from './use-page-elements.ts';

interface ElementDialogProps {
  elements: PageElements;
  onChoose: (selector: string) => void;
  onClose: () => void;
}

/** Dialog that chooses the target element among those of the last captured page. */
export function ElementDialog({ elements, onChoose, onClose }: ElementDialogProps) {
  const { listUrl } = elements;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={messages.title}
      description={messages.lead}
      size="wide"
    >
      <div className="grid gap-4">
        {listUrl !== undefined && (
          <ElementList
            url={listUrl}
            onChoose={(selector) => {
              onChoose(selector);
              onClose();
            }}
          />
        )}
        <ListRequest elements={elements} />
      </div>
    </Dialog>
  );
}

function ElementList(props: { url: string; onChoose: (selector: string) => void }) {
  const { data, error, refetch } = usePageElementList(props.url);
  if (error !== null)
    return (
      <LoadError
        title={messages.failed}
        help={errorMessage(error, messages.failed)}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return null;
  if (data.length === 0) return <p className="text-muted">{messages.none}</p>;
  return (
    <ul
      aria-label={messages.elements}
      className="divide-y divide-line rounded-control border border-line"
    >
      {data.map(({ selector, text, width, height }) => (
        <li key={selector}>
          <button
            type="button"
            onClick={() => props.onChoose(selector)}
            className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 px-3 py-2 text-left -outline-offset-2 hover:bg-cobalt-wash pointer-coarse:min-h-11"
          >
            <span className="font-mono text-table break-all">{selector}</span>
            <span className="figures text-label text-muted">{messages.size(width, height)}</span>
            {text !== '' && (
              <span className="col-span-2 truncate text-label text-muted">{text}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Offers the capture that lists the elements, and shows its state. */
function ListRequest({ elements }: { elements: PageElements }) {
  const { listUrl, run, canList, list } = elements;
  const isBillingOn = useIsBillingOn();
  const isRunning = run?.kind === 'sending' || run?.kind === 'running';
  const failure = run && failureOf(run, { isBillingOn });
  return (
    <div className="grid justify-items-start gap-2">
      {listUrl === undefined && <p className="text-table text-muted">{messages.offer}</p>}
      {failure && (
        <div role="alert">
          <FieldError>{failure.text}</FieldError>
        </div>
      )}
      <LoadingButton
        size="sm"
        variant={listUrl === undefined ? 'default' : 'outline'}
        isLoading={isRunning}
        loadingText={messages.listing}
        disabled={!canList}
        onClick={list}
      >
        {listUrl === undefined ? messages.list : messages.listAgain}
      </LoadingButton>
      {!canList && !isRunning && <p className="text-table text-muted">{messages.incomplete}</p>}
    </div>
  );
}
