import { searchParamsOf } from '@shotwright/contract/capture-options';
import { Code, Layers, PanelRight, RotateCcw, Share2 } from 'lucide-react';
import { playgroundMessages as messages, previewMessages } from '../../lib/messages/playground.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { CaptureForm } from './form/capture-form.rules.ts';
import { copyUrl } from '../../lib/copy.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';

/** ID of the element that receives the focus when the Developer panel closes. */
export const developerButtonId = 'playground-developer';

/** Actions for the whole form, and the buttons of the two panels. */
export function PageActions(props: {
  form: CaptureForm;
  onReset: () => void;
  isPreviewOpen: boolean;
  onPreview: () => void;
  isDeveloperOpen: boolean;
  onDeveloper: () => void;
}) {
  const share = () => {
    const search = searchParamsOf(props.form).toString();
    ignoreErrors(copyUrl(`/dashboard/playground${search === '' ? '' : `?${search}`}`));
  };
  return (
    <div className="-ml-3 flex flex-wrap items-center gap-1.5 sm:ml-0">
      <Button size="sm" variant="ghost" onClick={props.onReset}>
        <RotateCcw aria-hidden="true" />
        <span className="max-sm:sr-only">{messages.reset}</span>
      </Button>
      <Button size="sm" variant="ghost" onClick={share}>
        <Share2 aria-hidden="true" />
        <span className="max-sm:sr-only">{messages.share}</span>
      </Button>
      <ButtonLink size="sm" variant="ghost" to="/dashboard/batches/new" className="max-sm:hidden">
        <Layers aria-hidden="true" />
        {messages.manyUrls}
      </ButtonLink>
      <Button
        size="sm"
        variant="outline"
        aria-pressed={props.isPreviewOpen}
        className="aria-pressed:border-cobalt aria-pressed:bg-cobalt-wash aria-pressed:text-cobalt"
        onClick={props.onPreview}
      >
        <PanelRight aria-hidden="true" />
        {previewMessages.preview}
      </Button>
      <Button
        size="sm"
        variant="outline"
        id={developerButtonId}
        aria-expanded={props.isDeveloperOpen}
        onClick={props.onDeveloper}
      >
        <Code aria-hidden="true" />
        {messages.developer}
      </Button>
    </div>
  );
}
