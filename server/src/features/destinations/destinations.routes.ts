import { destinationEndpoints } from '@shotwright/contract';
import { ownerOf, route, type Route } from '../../http/route.ts';
import { presentDestination, presentFileDelivery } from './destinations.present.ts';
import type { DestinationsService } from './destinations.service.ts';
import type { DestinationValues } from './destinations.store.ts';
import type { UploadTargets } from './deliver/upload-targets.service.ts';

interface DestinationsRoutesDependencies {
  readonly destinations: DestinationsService;
  readonly uploadTargets: Pick<UploadTargets, 'retry'>;
  /** Throws `screenshot_not_found` (404) unless the caller may see it. */
  requireScreenshot(input: {
    readonly organizationId: string;
    readonly projectId: number | null;
    readonly id: string;
  }): Promise<unknown>;
}

/** Routes for customers' buckets and the deliveries to them. */
export function destinationsRoutes(deps: DestinationsRoutesDependencies): Route[] {
  const { destinations } = deps;
  return [
    route(destinationEndpoints.listDestinations, async ({ caller }) => {
      const rows = await destinations.list(ownerOf(caller, 'destinations'));
      return { data: { destinations: rows.map(presentDestination) } };
    }),
    route(destinationEndpoints.createDestination, async ({ caller, body }) => {
      const organizationId = ownerOf(caller, 'destinations');
      const { secret_access_key: secretAccessKey, ...values } = body;
      const row = await destinations.create({
        organizationId,
        secretAccessKey,
        ...namesOf(values),
      });
      const data = { destination: presentDestination(row) };
      return { data, message: 'Destination created successfully' };
    }),
    route(destinationEndpoints.updateDestination, async ({ caller, params, body }) => {
      const organizationId = ownerOf(caller, 'destinations');
      const { secret_access_key: secretAccessKey, ...values } = body;
      const changes = { ...namesOf(values), secretAccessKey };
      const row = await destinations.change({ organizationId, id: params.id, ...changes });
      const data = { destination: presentDestination(row) };
      return { data, message: 'Destination updated successfully' };
    }),
    route(destinationEndpoints.deleteDestination, async ({ caller, params }) => {
      await destinations.remove({ organizationId: ownerOf(caller, 'destinations'), id: params.id });
      return { data: {}, message: 'Destination deleted successfully' };
    }),
    route(destinationEndpoints.testDestination, async ({ caller, params }) => {
      const result = await destinations.test({
        organizationId: ownerOf(caller, 'destinations'),
        id: params.id,
      });
      return result.ok
        ? {
            data: { isReachable: true, code: null, error: null },
            message: 'The test file was written and deleted.',
          }
        : {
            data: { isReachable: false, code: result.code, error: result.message },
            message: result.message,
          };
    }),
    route(destinationEndpoints.retryFileDelivery, async ({ caller, params }) => {
      const { organizationId } = caller;
      const projectId = caller.kind === 'key' ? caller.projectId : null;
      await deps.requireScreenshot({ organizationId, projectId, id: params.id });
      const row = await deps.uploadTargets.retry({ organizationId, screenshotId: params.id });
      const data = { delivery: presentFileDelivery(row) };
      return { data, message: 'The file will be delivered again.' };
    }),
  ];
}

interface WireValues {
  readonly name: string;
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly access_key_id: string;
  readonly prefix: string;
  readonly path_template: string;
  readonly storage_class: string | null;
  readonly acl: string | null;
  readonly public_base_url: string | null;
  readonly keep_local: boolean;
}
type Renamed<W> = {
  readonly [K in keyof DestinationValues]: W extends WireValues
    ? DestinationValues[K]
    : DestinationValues[K] | undefined;
};

function namesOf<W extends { readonly [K in keyof WireValues]?: WireValues[K] | undefined }>(
  values: W,
): Renamed<W> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- absent fields stay absent
  return {
    name: values.name,
    endpoint: values.endpoint,
    region: values.region,
    bucket: values.bucket,
    accessKeyId: values.access_key_id,
    prefix: values.prefix,
    pathTemplate: values.path_template,
    storageClass: values.storage_class,
    acl: values.acl,
    publicBaseUrl: values.public_base_url,
    keepLocal: values.keep_local,
  } as Renamed<W>;
}
