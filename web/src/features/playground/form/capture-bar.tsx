import { capturePriceOf } from '@shotwright/contract/capture-options';
import { LoadingButton, Button } from '../../../ui/button.tsx';
import { formatCredits } from '../../../lib/format/format.ts';
import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';
import { useIsBillingOn, useRuntimeConfig } from '../../../lib/api/runtime-config.ts';
import { useOverview } from '../../overview/overview.api.ts';
import { hasSource, isComplete, type CaptureForm } from './capture-form.rules.ts';

/**
 * The two actions of the form, the price of a capture, and missing input. Always visible while
 * scrolling.
 */
export function CaptureBar(props: {
  form: CaptureForm;
  isPending: boolean;
  isEditing: boolean;
  onCapture: () => void;
  onSave: () => void;
}) {
  const { form, isPending } = props;
  const isReady = isComplete(form);
  const isBillingOn = useIsBillingOn();
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <LoadingButton
          size="lg"
          className="min-w-fit flex-1"
          isLoading={isPending}
          loadingText={messages.capturing}
          disabled={!isReady}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={props.onCapture}
        >
          {messages.capture}
        </LoadingButton>
        <Button
          size="lg"
          variant="outline"
          className="px-4 max-sm:grow"
          disabled={!isReady || isPending}
          onClick={props.onSave}
        >
          {props.isEditing ? messages.updateSettings : messages.saveSettings}
        </Button>
      </div>
      {(!isReady || isBillingOn) && (
        <p className="figures flex min-h-4 flex-wrap justify-between gap-x-4 text-label text-muted">
          {isReady ? <Cost form={form} /> : <span>{missingText(form)}</span>}
        </p>
      )}
    </div>
  );
}

function Cost({ form }: { form: CaptureForm }) {
  const { data } = useOverview();
  const { creditPrices } = useRuntimeConfig();
  const cost = capturePriceOf(form, creditPrices);
  const left = data === undefined ? undefined : data.credits - cost;
  return (
    <span>
      <span className="font-medium text-ink">{messages.cost(cost)}</span>
      {left !== undefined && (
        <>
          {' · '}
          {left < 0 ? (
            <span className="text-amber">{messages.notEnough}</span>
          ) : (
            messages.left(formatCredits(left))
          )}
        </>
      )}
    </span>
  );
}

function missingText(form: CaptureForm): string {
  const source = form.mode === 'url' ? messages.sourceUrl : messages.sourceHtml;
  if (hasSource(form)) return messages.missingProject;
  return form.project_id === '' ? messages.missingBoth(source) : messages.missingSource(source);
}
