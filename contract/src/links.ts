import { z } from 'zod';
import { linkOptionNames, type LinkOptionName } from './capture-options/link-options.ts';
import { optionRow } from './capture-options/table.ts';
import { urlCaptureSchema } from './capture-requests.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  captureLimits,
  imageFormats,
  linkErrorBodies,
  linkLimits,
  linkPaths,
} from './paths/screenshots.ts';
import { wireId, wireInstant, wireNumber } from './wire.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each name
const linkOptionMask = Object.fromEntries(linkOptionNames.map((name) => [name, true])) as Record<
  LinkOptionName,
  true
>;
const {
  url,
  file_type: _fileType,
  ...linkOptionFields
} = urlCaptureSchema.pick({
  ...linkOptionMask,
  url: true,
  file_type: true,
}).shape;

const formats: readonly string[] = [...Object.keys(imageFormats), 'auto'];
const fileType = z
  .string()
  .toLowerCase()
  .transform((format) => (format === 'jpg' ? 'jpeg' : format))
  .pipe(z.enum(formats, { error: `must be one of ${formats.join(', ')}` }))
  .optional()
  .describe('Image format; auto: AVIF or WebP if the client accepts it, else PNG.');
const onError = z
  .enum(linkErrorBodies, { error: `must be ${linkErrorBodies.join(' or ')}` })
  .optional()
  .describe('Body of an error: an image, or JSON. Default: what the client asks for.');
const urlPattern = z
  .string()
  .trim()
  .min(1)
  .max(linkLimits.patternLength)
  .describe('Pattern that the url must match, such as https://shop.example/*.');

const linkName = z
  .string()
  .max(linkLimits.nameLength)
  .regex(/^[\w.-]+\.(?:png|jpe?g|webp|avif|gif)$/i, {
    error: 'must be letters, digits, dots, underscores and hyphens, and end with a format',
  });

/** Parameters that a signature fixes. */
export const linkParametersSchema = z.strictObject({
  ...linkOptionFields,
  stale_while_revalidate: wireNumber(captureLimits.staleSeconds)
    .default(linkLimits.staleSeconds)
    .describe(optionRow('stale_while_revalidate').docs.sentence),
  file_type: fileType,
  on_error: onError,
});

const querySchema = z.strictObject({
  ...linkParametersSchema.shape,
  url: url.optional(),
  key_id: z.string().max(100).optional().describe('Id of the secret that signed the link.'),
  expires: z.string().max(20).optional().describe('End of the link, in seconds since 1970.'),
  signature: z.string().max(200).optional().describe('Signature of all other parameters.'),
  link: z
    .string()
    .max(linkLimits.tokenLength)
    .optional()
    .describe('Signed options of a link that leaves the url open.'),
});

const secretSchema = z.object({
  keyId: z.string(),
  secret: z.string(),
  /** Time until which the secret replaced by rotation remains valid. */
  previousSecretValidUntil: wireInstant.nullable(),
});

const tag = 'Links';
const image = {
  tag,
  auth: 'key_or_link',
  query: querySchema,
  takesCaptureOptions: true,
  isImageRequest: true,
  response: {
    kind: 'binary',
    contentTypes: Object.values(imageFormats).map(({ contentType }) => contentType),
  },
} as const;
const keyParams = z.object({ id: wireId });

/** Endpoints for links that capture and return an image. */
export const linkEndpoints = {
  takeImage: defineEndpoint({
    ...linkPaths.takeImage,
    ...image,
    operationId: 'takeImage',
    summary: 'Get the image of a signed link, captured if it is not cached',
  }),
  takeNamedImage: defineEndpoint({
    ...linkPaths.takeNamedImage,
    ...image,
    operationId: 'takeNamedImage',
    summary: 'The same with a file name, whose ending is the format',
    params: z.object({ name: linkName }),
  }),
  createLink: defineEndpoint({
    ...linkPaths.createLink,
    operationId: 'createLink',
    summary: 'Sign a link that captures and returns an image',
    tag,
    auth: 'session_or_key',
    successStatus: 201,
    takesCaptureOptions: true,
    body: z.strictObject({
      ...linkParametersSchema.shape,
      url: url.optional(),
      url_pattern: urlPattern.optional(),
      expires_in: wireNumber(linkLimits.expiresInSeconds)
        .default(linkLimits.expiresInSeconds.default)
        .describe('Life of the link, in seconds.'),
      name: linkName.optional().describe('File name in the link; its ending is the format.'),
      api_key_id: wireId
        .optional()
        .describe('API key whose account pays; required from the dashboard.'),
    }),
    response: {
      kind: 'envelope',
      schema: z.object({
        /** The link. One with a pattern ends with `&url=`, after which the encoded URL belongs. */
        url: z.string(),
        expiresAt: wireInstant,
        /** Price of each new capture; images of the cache are free. */
        creditRequired: z.int(),
      }),
    },
  }),
  readLinkSecret: defineEndpoint({
    ...linkPaths.readLinkSecret,
    operationId: 'readLinkSecret',
    summary: 'Read the secret that signs the links of an API key',
    tag,
    auth: 'session',
    params: keyParams,
    response: { kind: 'envelope', schema: secretSchema },
  }),
  rotateLinkSecret: defineEndpoint({
    ...linkPaths.rotateLinkSecret,
    operationId: 'rotateLinkSecret',
    summary: 'Replace the secret that signs links; the old one can stay valid for up to 30 days',
    tag,
    auth: 'session',
    params: keyParams,
    body: z.strictObject({ overlapHours: wireNumber({ min: 0, max: 720 }) }),
    response: { kind: 'envelope', schema: secretSchema },
  }),
} as const;

/** Parsed parameters that a signature fixes. */
export type LinkParameters = z.output<typeof linkParametersSchema>;
/** Parsed query of a link. */
export type LinkQuery = z.output<typeof querySchema>;
/** Parsed request for a link. */
export type LinkRequest = z.output<typeof linkEndpoints.createLink.body>;
