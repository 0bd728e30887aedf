import type { BatchBody } from '@shotwright/contract';
import type { OpenSettings, UseSettings } from '../../saved-settings/use-settings.service.ts';
import { readCaptureRequest, type CaptureRequestRules } from '../request/capture-request.rules.ts';
import { readDelivery, type DeliveryDependencies } from '../request/request-delivery.ts';
import { requireTestCredits } from '../test-mode/test-outcome.rules.ts';
import type { BatchCaller } from './accept-items.service.ts';
import {
  unavailableFields,
  type BatchEntry,
  type ReadCapture,
  type ReadItems,
} from './batch-items.rules.ts';

/** Dependencies of reading the items of a batch. */
export interface ReadBatchDependencies extends CaptureRequestRules, DeliveryDependencies {
  /** Parses the fields of one capture. Throws `validation_failed`. */
  parseCapture(fields: unknown, options: { readonly isStrict: boolean }): BatchEntry['fields'];
  readonly useSettings: UseSettings;
}

/** Reads the settings that the items of a request name. */
export function openSettings(
  { useSettings }: Pick<ReadBatchDependencies, 'useSettings'>,
  {
    caller,
    boundProjectId,
    body,
  }: {
    readonly caller: BatchCaller;
    readonly boundProjectId: number | null;
    readonly body: BatchBody;
  },
): Promise<OpenSettings> {
  const { organizationId } = caller;
  const { options = {}, items = [] } = body;
  return useSettings.open({ organizationId, projectId: boundProjectId }, [options, ...items]);
}

/** Returns the body that a repeat must have; with settings, their options at the time belong to it. */
export function repeatedBody(body: BatchBody, { entries }: Pick<ReadItems, 'entries'>): unknown {
  const hasSetting = entries.some(({ fields }) => fields.setting_id !== undefined);
  return hasSetting ? { body, fields: entries.map(({ fields }) => fields) } : body;
}

/** Returns the reader of items, which completes each with the options of its setting. */
export function captureReader(
  deps: ReadBatchDependencies,
  {
    caller,
    settings,
    isStrict,
  }: {
    readonly caller: BatchCaller;
    readonly settings: OpenSettings;
    readonly isStrict: boolean;
  },
): ReadCapture {
  const omit = Object.keys(unavailableFields);
  return (given) => {
    const { options, explain } = settings.apply(given, { omit });
    try {
      return readEntry(deps, caller, deps.parseCapture(options, { isStrict }));
    } catch (error) {
      throw explain(error);
    }
  };
}

/** Returns a parsed capture with what is stored of it. Throws the errors of a capture request. */
export function readEntry(
  deps: ReadBatchDependencies,
  { isTest }: Pick<BatchCaller, 'isTest'>,
  given: BatchEntry['fields'],
): Omit<BatchEntry, 'index'> {
  const request = { fields: given, cache: undefined, responseType: 'json', waitMs: 0 } as const;
  const fields = readDelivery(deps, request);
  const capture = readCaptureRequest(fields, deps);
  if (isTest) requireTestCredits(capture.url);
  return { fields, capture };
}
