import {
  destinationLimits,
  objectAcls,
  storageClasses,
  type Destination,
  type FileDelivery,
} from '@shotwright/contract';
import type { FileDeliveryRow } from './deliver/file-deliveries.store.ts';
import type { DestinationRow } from './destinations.store.ts';

/** Converts a destination to its wire format, without its secret. */
export function presentDestination(row: DestinationRow): Destination {
  return {
    id: row.id,
    name: row.name,
    kind: 's3',
    endpoint: row.endpoint,
    region: row.region,
    bucket: row.bucket,
    access_key_id: row.accessKeyId,
    prefix: row.prefix,
    path_template: row.pathTemplate,
    storage_class: storageClasses.find((value) => value === row.storageClass) ?? null,
    acl: objectAcls.find((value) => value === row.acl) ?? null,
    public_base_url: row.publicBaseUrl,
    keep_local: row.keepLocal,
    created_at: row.createdAt.toISOString(),
  };
}

/** Converts the delivery of a file to its wire format. */
export function presentFileDelivery(row: FileDeliveryRow): FileDelivery {
  const { objectKey: path, publicBaseUrl } = row;
  const isDelivered = row.state === 'DELIVERED' && path !== null;
  return {
    state: row.state,
    destinationId: row.destinationId,
    destination: row.destination,
    path,
    url: isDelivered && publicBaseUrl !== null ? `${publicBaseUrl}/${encodePath(path)}` : null,
    attempts: row.attempts,
    maxAttempts: destinationLimits.attempts,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    errorCode: row.errorCode,
    error: row.errorMessage,
  };
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
