import { Readable } from 'node:stream';
import { batchEndpoints } from '@shotwright/contract';
import { route, scopeOf, type Caller, type Route } from '../../../http/route.ts';
import { disposition } from '../../../shared/image-response.ts';
import type { ImageLinks } from '../screenshots.present.ts';
import { batchUrlOf, presentBatch, presentItem, type ApiLocation } from './batches.present.ts';
import type { BatchesService } from './batches.service.ts';
import type { BatchAcceptance, RequestBatch } from './request-batch.service.ts';

interface BatchesRoutesDependencies extends ApiLocation {
  readonly requestBatch: RequestBatch;
  readonly batches: BatchesService;
  readonly links: ImageLinks;
}

/** Routes for batches. */
export function batchesRoutes(deps: BatchesRoutesDependencies): Route[] {
  return [...requestRoutes(deps), ...readRoutes(deps)];
}

function requestRoutes(deps: BatchesRoutesDependencies): Route[] {
  const { requestBatch, batches } = deps;
  return [
    route(batchEndpoints.createBatch, async ({ caller, body, header, rawQuery }) => {
      const accepted = await requestBatch.request({
        ...requesterOf(caller),
        body,
        isStrict: rawQuery['strict'] !== 'false',
        operation: batchEndpoints.createBatch.operationId,
        idempotencyKey: header('idempotency-key'),
      });
      const isDryRun = accepted.batchId === null;
      return {
        ...presentReceipt(accepted, deps),
        ...(isDryRun && { status: 200 }),
        message: isDryRun ? 'The batch was checked; nothing was captured.' : submitted,
      };
    }),
    route(batchEndpoints.retryBatch, async ({ caller, params, header }) => {
      const accepted = await requestBatch.retry({
        ...requesterOf(caller),
        scope: scopeOf(caller),
        batchId: params.id,
        operation: batchEndpoints.retryBatch.operationId,
        idempotencyKey: header('idempotency-key'),
      });
      return { ...presentReceipt(accepted, deps), message: submitted };
    }),
    route(batchEndpoints.pauseBatch, async ({ caller, params }) => {
      const row = await batches.pause({ ...scopeOf(caller), batchId: params.id });
      return { data: presentBatch(row, deps), message: 'Batch paused successfully' };
    }),
    route(batchEndpoints.resumeBatch, async ({ caller, params }) => {
      const row = await batches.resume({ ...scopeOf(caller), batchId: params.id });
      return { data: presentBatch(row, deps), message: 'Batch resumed successfully' };
    }),
    route(batchEndpoints.cancelBatch, async ({ caller, params }) => {
      const row = await batches.cancel({ ...scopeOf(caller), batchId: params.id });
      return { data: presentBatch(row, deps), message: 'Batch cancelled successfully' };
    }),
  ];
}

const submitted = 'Batch submitted successfully!';

function readRoutes(deps: BatchesRoutesDependencies): Route[] {
  const { batches } = deps;
  return [
    route(batchEndpoints.listBatches, async ({ caller, query }) => {
      const { rows, total } = await batches.listBatches({ ...scopeOf(caller), ...query });
      const page = rows.map((row) => presentBatch(row, deps));
      return { data: { batches: page, meta: { ...query, total } } };
    }),
    route(batchEndpoints.getBatch, async ({ caller, params }) => {
      const row = await batches.getBatch({ ...scopeOf(caller), batchId: params.id });
      return { data: presentBatch(row, deps) };
    }),
    route(batchEndpoints.listBatchItems, async ({ caller, params, query }) => {
      const scope = { ...scopeOf(caller), batchId: params.id };
      const { rows, total } = await batches.listItems({ ...scope, ...query });
      const { page, limit } = query;
      const items = rows.map((row) => presentItem(row, deps));
      return { data: { items, meta: { page, limit, total } } };
    }),
    route(batchEndpoints.zipBatch, async ({ caller, params, query }) => {
      const chunks = await batches.zip({ ...scopeOf(caller), batchId: params.id, ...query });
      return {
        binary: {
          // Chunks are already small, and nothing is read ahead of a slow client.
          body: Readable.from(chunks, { objectMode: false, highWaterMark: 1 }),
          contentType: 'application/zip',
        },
        headers: { 'content-disposition': disposition('attachment', 'batch.zip') },
      };
    }),
  ];
}

function requesterOf(caller: Caller) {
  const { organizationId, projectId: boundProjectId, isTest = false } = scopeOf(caller);
  const apiKeyId = caller.kind === 'key' ? caller.apiKeyId : null;
  const userId = caller.kind === 'session' ? caller.userId : null;
  return { caller: { organizationId, apiKeyId, userId, isTest }, boundProjectId };
}

function presentReceipt({ isReplay, ...receipt }: BatchAcceptance, location: ApiLocation) {
  const { batchId } = receipt;
  const statusUrl = batchId && batchUrlOf(batchId, location);
  return {
    data: { ...receipt, statusUrl },
    headers: { ...(isReplay && { 'idempotent-replayed': 'true' }) },
  };
}
