import {
  createAddressPolicy,
  createOwnAddresses,
  createSafeConnector,
  explainEgress,
} from '@shotwright/capture';
import { createOutboundSender } from '../adapters/outbound/undici-sender.ts';
import { createCustomerBuckets } from '../adapters/storage/customer-bucket.ts';
import { deliverFileHandler } from '../features/destinations/deliver/deliver-file.handler.ts';
import { createDeliverFile } from '../features/destinations/deliver/deliver-file.service.ts';
import {
  createUploadTargets,
  type UploadTargets,
} from '../features/destinations/deliver/upload-targets.service.ts';
import { destinationsRoutes } from '../features/destinations/destinations.routes.ts';
import { createDestinationsService } from '../features/destinations/destinations.service.ts';
import type { ScreenshotsService } from '../features/screenshots/screenshots.service.ts';
import { secureUrlReader } from '../shared/public-url.ts';
import type { FeatureModule, ModuleContext } from './compose-accounts.ts';

/** Builds customers' buckets and the deliveries of images to them. */
export function composeDestinations(
  input: ModuleContext & { readonly screenshots: Pick<ScreenshotsService, 'getScreenshot'> },
): FeatureModule & { readonly uploadTargets: UploadTargets } {
  const { config, queue, logger } = input;
  const { db, keyRing, store } = input.data;
  const { allowPrivateTargets, ownAddresses } = config;
  const own = createOwnAddresses({ configured: ownAddresses });
  const readSecureUrl = secureUrlReader({
    checkUrl: createAddressPolicy(allowPrivateTargets, own).checkUrl,
    checkPublicUrl: createAddressPolicy([], own).checkUrl,
  });
  const network = {
    connect: createSafeConnector({ allowPrivateTargets, ownAddresses }),
    explain: explainEgress,
  };
  const sender = createOutboundSender({ ...network, timeoutMs: uploadTimeoutMs });
  const buckets = createCustomerBuckets(network);
  const destinations = createDestinationsService({ db, keyRing, buckets, readSecureUrl });
  const uploadTargets = createUploadTargets({ db, queue, keyRing, readSecureUrl });
  const deliver = { db, queue, store, buckets, sender, destinations, keyRing, logger };
  return {
    uploadTargets,
    routes: destinationsRoutes({
      destinations,
      uploadTargets,
      requireScreenshot: input.screenshots.getScreenshot,
    }),
    handlers: [deliverFileHandler(createDeliverFile(deliver))],
    schedules: [],
  };
}

const uploadTimeoutMs = 60_000;
