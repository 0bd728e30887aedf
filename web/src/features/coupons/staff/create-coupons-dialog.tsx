import type { Coupon } from '@shotwright/contract';
import { Download } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { errorCode } from '../../../lib/api/error.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { createCouponMessages as messages } from '../../../lib/messages/coupons.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toasts } from '../../../lib/toasts.ts';
import { Button, LoadingButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Textarea } from '../../../ui/field.tsx';
import {
  emptyDraft,
  isTouched,
  readDraft,
  type CouponDraft,
  type DraftErrors,
} from './coupon-draft.rules.ts';
import { CouponBenefitFields, CouponLimitFields } from './coupon-fields.tsx';
import { couponsCsv } from './coupons.rules.ts';
import { useCreateCoupons } from './staff-coupons.api.ts';

/** Creates one coupon, or a batch whose codes are offered as a file. Source: acceptance SF-3. */
export function CreateCouponsDialog(props: {
  open: boolean;
  onClose: () => void;
  onCreated: (coupons: readonly Coupon[]) => void;
}) {
  const { onClose, onCreated } = props;
  const [batch, setBatch] = useState<readonly Coupon[] | null>(null);
  const form = useCouponForm((coupons, isBatch) => {
    onCreated(coupons);
    if (isBatch) return setBatch(coupons);
    toasts.success({ title: messages.created, description: coupons[0]?.code });
    onClose();
  });
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && onClose()}
      title={batch === null ? messages.title : messages.batchTitle}
      size="wide"
      isBusy={form.isBusy}
      isDirty={batch === null && isTouched(form.draft)}
    >
      {batch === null ? (
        <CouponForm form={form} onCancel={onClose} />
      ) : (
        <BatchReady coupons={batch} onDone={onClose} />
      )}
    </Dialog>
  );
}

function CouponForm({ form, onCancel }: { form: CouponFormState; onCancel: () => void }) {
  const { draft, errors, change, submit, isBusy } = form;
  const isCounted = draft.mode === 'batch' && /^\d{1,4}$/.test(draft.count.trim());
  return (
    <form noValidate onSubmit={submit} className="grid min-w-0 gap-4">
      <CouponBenefitFields draft={draft} errors={errors} onChange={change} />
      <CouponLimitFields draft={draft} errors={errors} onChange={change} />
      <DialogActions className="mt-2">
        <Button variant="outline" disabled={isBusy} onClick={onCancel}>
          {commonMessages.cancel}
        </Button>
        <LoadingButton type="submit" isLoading={isBusy} loadingText={messages.creating}>
          {isCounted ? messages.submitBatch(formatCount(Number(draft.count))) : messages.submit}
        </LoadingButton>
      </DialogActions>
    </form>
  );
}

function BatchReady(props: { coupons: readonly Coupon[]; onDone: () => void }) {
  const { coupons } = props;
  const download = () =>
    saveFile({
      blob: new Blob([couponsCsv(coupons)], { type: 'text/csv;charset=utf-8' }),
      name: `coupons-${new Date().toISOString().slice(0, 10)}.csv`,
    });
  return (
    <div className="grid gap-4">
      <p className="text-muted">{messages.batchText(formatCount(coupons.length))}</p>
      <Textarea
        readOnly
        aria-label={messages.codes}
        rows={8}
        spellCheck={false}
        className="resize-none font-mono"
        value={coupons.map(({ code }) => code).join('\n')}
        onFocus={(event) => event.target.select()}
      />
      <DialogActions className="mt-2">
        <Button variant="outline" onClick={props.onDone}>
          {messages.done}
        </Button>
        <Button onClick={download}>
          <Download aria-hidden="true" />
          {messages.download}
        </Button>
      </DialogActions>
    </div>
  );
}

type CouponFormState = ReturnType<typeof useCouponForm>;

/** Errors are shown only after the first submit; then each field is validated while typing. */
function useCouponForm(onCreated: (coupons: readonly Coupon[], isBatch: boolean) => void) {
  const [draft, setDraft] = useState<CouponDraft>(emptyDraft);
  const [isSubmitted, setSubmitted] = useState(false);
  const create = useCreateCoupons();
  const read = readDraft(draft);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    if ('errors' in read) {
      const [wrong] = Object.keys(read.errors);
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${wrong ?? ''}"]`)?.focus();
      return;
    }
    if (create.isPending) return;
    const isBatch = read.order.mode === 'batch';
    create.mutate(read.order, { onSuccess: (coupons) => onCreated(coupons, isBatch) });
  };
  const isTaken = errorCode(create.error) === 'coupon_code_taken';
  const errors: DraftErrors = {
    ...(isSubmitted && 'errors' in read && read.errors),
    ...(isTaken && { code: messages.taken }),
  };
  return {
    draft,
    errors,
    submit,
    isBusy: create.isPending,
    change: (part: Partial<CouponDraft>) => {
      if (create.isError) create.reset();
      setDraft((last) => ({ ...last, ...part }));
    },
  };
}
