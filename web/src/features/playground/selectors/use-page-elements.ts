import { splitList } from '@shotwright/contract/capture-options';
import { useState } from 'react';
import { completeUrl } from '../../../lib/complete-url.ts';
import type { CaptureForm } from '../form/capture-form.rules.ts';
import type { CaptureRun } from '../run/use-capture.ts';

const extractName = 'selectors';

/** List of the elements of the last captured page, and the capture that makes one. */
export interface PageElements {
  /** URL of the list; undefined if no capture of the form's page made one. */
  readonly listUrl: string | undefined;
  /** The latest capture that was to make a list. */
  readonly run: CaptureRun | undefined;
  readonly canList: boolean;
  readonly list: () => void;
}

/** Keeps the list of the latest capture that made one, for as long as the form has its URL. */
export function usePageElements(input: {
  readonly form: CaptureForm;
  readonly run: CaptureRun;
  readonly canCapture: boolean;
  readonly capture: (form: CaptureForm) => void;
}): PageElements {
  const { form, run, canCapture, capture } = input;
  const [known, setKnown] = useState<{ readonly pageUrl: string; readonly listUrl: string }>();
  const listUrl = run.kind === 'finished' ? run.screenshot.extracts?.[extractName]?.url : undefined;
  if (run.kind === 'finished' && listUrl !== undefined && listUrl !== known?.listUrl)
    setKnown({ pageUrl: completeUrl(run.form.url), listUrl });
  const isListing = run.kind !== 'idle' && splitList(run.form.extract).includes(extractName);
  return {
    listUrl: known?.pageUrl === completeUrl(form.url) ? known.listUrl : undefined,
    run: isListing ? run : undefined,
    canList: canCapture,
    // Without the target element, because a capture fails on a selector that is wrong.
    list: () =>
      capture({
        ...form,
        element_selector: '',
        extract: [...new Set([...splitList(form.extract), extractName])].join(','),
      }),
  };
}
