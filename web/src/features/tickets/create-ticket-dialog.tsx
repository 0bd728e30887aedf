import { useRef, useState, type RefObject } from 'react';
import { ticketFormMessages as messages } from '../../lib/messages/tickets.ts';
import { toasts } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TicketFields, type UploadState } from './ticket-fields.tsx';
import { useTicketContext } from './ticket-context.ts';
import { useCreateTicket } from './tickets.api.ts';
import type { TicketForm } from './use-ticket-form.ts';

/**
 * `Create Support Ticket` dialog. Closing retains the input; `Cancel` and sending discard it.
 * Source: specification §2, §5.
 */
export function CreateTicketDialog(props: {
  form: TicketForm;
  open: boolean;
  onClose: () => void;
}) {
  const { form, onClose } = props;
  const title = useRef<HTMLInputElement>(null);
  const sending = useSending(form, onClose);
  const discard = () => {
    form.clear();
    onClose();
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && onClose()}
      onDiscard={discard}
      title={messages.dialog}
      description={messages.lead}
      size="wide"
      isBusy={sending.upload !== null}
      isDirty={form.isDirty}
      initialFocus={title}
    >
      <Content form={form} titleRef={title} sending={sending} onCancel={discard} />
    </Dialog>
  );
}

type Sending = ReturnType<typeof useSending>;

function Content(props: {
  form: TicketForm;
  titleRef: RefObject<HTMLInputElement | null>;
  sending: Sending;
  onCancel: () => void;
}) {
  const { form, sending, titleRef } = props;
  const [isAgreed, setAgreed] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const context = useTicketContext(form.start.requestId);
  const submit = () => {
    if (sending.upload !== null) return;
    const isBlank = form.draft.title.trim() === '';
    setMissing(isBlank);
    if (isBlank) {
      titleRef.current?.focus();
      toasts.error({ title: messages.titleMissing });
      return;
    }
    sending.send(isAgreed ? context : null);
  };
  return (
    <TicketFields
      form={form}
      titleRef={titleRef}
      isTitleMissing={isMissing && form.draft.title.trim() === ''}
      upload={sending.upload}
      context={{ value: context, isAgreed, onChange: setAgreed }}
      onSubmit={submit}
      onCancel={props.onCancel}
    />
  );
}

/** Sends the form; the input is retained until the ticket has been created. */
function useSending(form: TicketForm, onClose: () => void) {
  const create = useCreateTicket();
  const [part, setPart] = useState(0);
  const stopper = useRef<AbortController>(null);
  const send = (context: Parameters<typeof create.mutate>[0]['context']) => {
    setPart(0);
    stopper.current = new AbortController();
    create.mutate(
      {
        draft: form.draft,
        images: form.images.map(({ file }) => file),
        context,
        onProgress: setPart,
        signal: stopper.current.signal,
      },
      {
        onSuccess: () => {
          form.clear();
          onClose();
        },
      },
    );
  };
  const upload: UploadState | null = create.isPending
    ? { part, stop: () => stopper.current?.abort() }
    : null;
  return { send, upload };
}
