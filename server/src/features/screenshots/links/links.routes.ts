import { linkEndpoints } from '@shotwright/contract';
import { route, type Caller, type Route } from '../../../http/route.ts';
import { asRecord } from '../../../lib/as-record.ts';
import { invalidField } from '../../../shared/app-error.ts';
import type { CreateLink } from './create-link.service.ts';
import type { LinkSecret, LinkSecrets } from './link-secrets.service.ts';
import type { TakeImage } from './take-image.service.ts';

interface LinksRoutesDependencies {
  readonly createLink: CreateLink;
  readonly linkSecrets: LinkSecrets;
  readonly takeImage: TakeImage;
}

/** Routes for making links and for the images they return. */
export function linksRoutes({
  createLink,
  linkSecrets,
  takeImage,
}: LinksRoutesDependencies): Route[] {
  return [
    route(linkEndpoints.takeImage, (req) => takeImage({ ...req, name: undefined })),
    route(linkEndpoints.takeNamedImage, (req) => takeImage({ ...req, name: req.params.name })),
    route(linkEndpoints.createLink, async ({ caller, body, rawBody }) => {
      const { organizationId } = caller;
      const apiKeyId = payingKey(caller, body.api_key_id);
      const given = asRecord(rawBody);
      const link = await createLink({ organizationId, apiKeyId, request: body, given });
      return {
        data: {
          url: link.url,
          expiresAt: link.expiresAt.toISOString(),
          creditRequired: link.credits,
        },
        message: 'Link created successfully',
      };
    }),
    route(linkEndpoints.readLinkSecret, async ({ caller, params }) => {
      const { organizationId } = caller;
      const secret = await linkSecrets.readSecret({ organizationId, apiKeyId: params.id });
      return { data: presentSecret(secret) };
    }),
    route(linkEndpoints.rotateLinkSecret, async ({ caller, params, body }) => {
      const { organizationId } = caller;
      const key = { organizationId, apiKeyId: params.id };
      const secret = await linkSecrets.rotateSecret({ ...key, ...body });
      return { data: presentSecret(secret), message: 'Link secret rotated successfully' };
    }),
  ];
}

/** Returns the key that pays: the caller's own, or the one that the dashboard names. */
function payingKey(caller: Caller, named: number | undefined): number {
  if (caller.kind === 'session') {
    if (named === undefined) throw invalidField('api_key_id', 'is required: the key that pays');
    return named;
  }
  if (named === undefined || named === caller.apiKeyId) return caller.apiKeyId;
  throw invalidField('api_key_id', 'must be the key of this request; omit it');
}

function presentSecret({ keyId, secret, previousValidUntil }: LinkSecret) {
  return { keyId, secret, previousSecretValidUntil: previousValidUntil?.toISOString() ?? null };
}
