import { captureOptionsOf, estimateEndpoints, type CaptureOptions } from '@shotwright/contract';
import type { ModuleContext } from '../compose-accounts.ts';
import { enqueueBaselineCheck } from '../../features/comparisons/baselines/baselines.jobs.ts';
import type { FileLinks } from '../../features/files/file-links.ts';
import { createZipFiles } from '../../features/files/zip-files.service.ts';
import type { MailService } from '../../features/mail/mail.service.ts';
import { batchesRoutes } from '../../features/screenshots/batches/batches.routes.ts';
import { createBatchesService } from '../../features/screenshots/batches/batches.service.ts';
import {
  createCloseBatch,
  type CloseBatch,
} from '../../features/screenshots/batches/close-batch.service.ts';
import { createRequestBatch } from '../../features/screenshots/batches/request-batch.service.ts';
import type { OnCaptureEnd } from '../../features/screenshots/events/on-capture-end.ts';
import type { EnqueueBatchDeliveries } from '../../features/webhooks/deliveries/enqueue-batch-deliveries.service.ts';
import { parseInput } from '../../http/endpoints/parse-input.ts';
import type { Route } from '../../http/route.ts';

/** The end of captures, with and without that of their batches. */
export interface CaptureEnds {
  /** Enqueues what follows from the end of a capture. */
  readonly onCaptureEnd: OnCaptureEnd;
  /** Enqueues the deliveries of webhooks only. */
  readonly enqueueDeliveries: OnCaptureEnd;
  readonly closeBatch: CloseBatch;
}

/** Builds what follows from the end of captures. */
export function composeCaptureEnds({
  config,
  data,
  queue,
  enqueueDeliveries,
  enqueueBatchDeliveries,
  enqueueMail,
}: Pick<ModuleContext, 'config' | 'data' | 'queue'> &
  Pick<MailService, 'enqueueMail'> & {
    readonly enqueueDeliveries: OnCaptureEnd;
    readonly enqueueBatchDeliveries: EnqueueBatchDeliveries;
  }): CaptureEnds {
  const { publicUrl } = config;
  const closeBatch = createCloseBatch({
    db: data.db,
    publicUrl,
    enqueueBatchDeliveries,
    enqueueMail,
  });
  return {
    enqueueDeliveries,
    closeBatch,
    onCaptureEnd: async (tx, ended) => {
      await enqueueDeliveries(tx, ended);
      const { organizationId, id: screenshotId, batchId, needsCheck } = ended;
      if (needsCheck) await enqueueBaselineCheck(tx, queue, { organizationId, screenshotId });
      if (batchId !== null) await closeBatch.close(tx, { organizationId, batchId });
    },
  };
}

type RequestDependencies = Parameters<typeof createRequestBatch>[0];

/** Builds batches. */
export function batchRoutes(
  { config, data, queue, credits }: ModuleContext,
  parts: CaptureEnds & { readonly links: FileLinks } & Omit<
      RequestDependencies,
      'db' | 'keyRing' | 'queue' | 'credits' | 'maxItems' | 'parseCapture'
    >,
): Route[] {
  const { db, keyRing, store } = data;
  const { links, closeBatch, enqueueDeliveries } = parts;
  const zipFiles = createZipFiles({ db, store });
  const shared = { db, queue, credits };
  return batchesRoutes({
    publicUrl: config.publicUrl,
    links,
    requestBatch: createRequestBatch({
      ...parts,
      ...shared,
      keyRing,
      maxItems: config.batchMax,
      parseCapture,
    }),
    batches: createBatchesService({ ...shared, enqueueDeliveries, closeBatch, zipFiles }),
  });
}

/** Parses a capture as the request of a single one, so that the messages are the same. */
function parseCapture(
  fields: unknown,
  { isStrict }: { readonly isStrict: boolean },
): CaptureOptions {
  const query = isStrict ? {} : { strict: 'false' };
  const { body } = parseInput(estimateEndpoints.estimateCapture, {
    params: {},
    query,
    body: fields,
  });
  // The schemas of captures produced it.
  return captureOptionsOf(Object(body));
}
