import {
  createAddressPolicy,
  createOwnAddresses,
  createSafeConnector,
  explainEgress,
} from '@shotwright/capture';
import { createDownload } from '../../adapters/outbound/download.ts';
import {
  createReadSitemap,
  type ReadSitemap,
} from '../../features/sitemaps/read-sitemap.service.ts';
import { createKeyedMutex } from '../../lib/keyed-mutex.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { ModuleContext } from '../compose-accounts.ts';

/** Requests for sitemaps at the same time; each may hold 50 MiB. */
const maxConcurrent = 4;
const downloadMs = 10_000;

/** Builds the reader of sitemaps. It obeys the same address policy as captures. */
export function composeReadSitemap({ config }: Pick<ModuleContext, 'config'>): ReadSitemap {
  const { allowPrivateTargets, ownAddresses } = config;
  const own = createOwnAddresses({ configured: ownAddresses });
  const { checkUrl } = createAddressPolicy(allowPrivateTargets, own);
  const download = createDownload({
    connect: createSafeConnector({ allowPrivateTargets, ownAddresses }),
    explain: explainEgress,
    checkUrl,
    timeoutMs: downloadMs,
  });
  return createReadSitemap({
    download,
    checkUrl,
    semaphore: createSemaphore(maxConcurrent),
    mutex: createKeyedMutex(),
  });
}
