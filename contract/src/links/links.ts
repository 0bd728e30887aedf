import { z } from 'zod';
import { htmlCaptureSchema, urlCaptureSchema } from '../capture-requests.ts';
import { defineEndpoint, fieldsOf } from '../endpoint.ts';
import { imageFormats, linkLimits, linkPaths, screenshotPaths } from '../paths/screenshots.ts';
import { wireId, wireInstant, wireNumber } from '../wire.ts';
import {
  linkNameSchema,
  linkParametersSchema,
  linkUrlSchema,
  urlPatternSchema,
} from './link-parameters.ts';

const querySchema = z.strictObject({
  ...linkParametersSchema.shape,
  url: linkUrlSchema.optional(),
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

const misplaced = [
  fieldsOf(screenshotPaths.captureUrl, urlCaptureSchema),
  fieldsOf(screenshotPaths.captureHtml, htmlCaptureSchema),
];
const tag = 'Links';
const image = {
  tag,
  auth: 'key_or_link',
  query: querySchema,
  misplaced,
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
    params: z.object({ name: linkNameSchema }),
  }),
  createLink: defineEndpoint({
    ...linkPaths.createLink,
    operationId: 'createLink',
    summary: 'Sign a link that captures and returns an image',
    tag,
    auth: 'session_or_key',
    right: 'integrate',
    successStatus: 201,
    takesCaptureOptions: true,
    misplaced,
    body: z.strictObject({
      ...linkParametersSchema.shape,
      url: linkUrlSchema.optional(),
      url_pattern: urlPatternSchema.optional(),
      expires_in: wireNumber(linkLimits.expiresInSeconds)
        .default(linkLimits.expiresInSeconds.default)
        .describe('Life of the link, in seconds.'),
      name: linkNameSchema.optional().describe('File name in the link; its ending is the format.'),
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
    right: 'integrate',
    params: keyParams,
    response: { kind: 'envelope', schema: secretSchema },
  }),
  rotateLinkSecret: defineEndpoint({
    ...linkPaths.rotateLinkSecret,
    operationId: 'rotateLinkSecret',
    summary: 'Replace the secret that signs links; the old one can stay valid for up to 30 days',
    tag,
    auth: 'session',
    right: 'integrate',
    params: keyParams,
    body: z.strictObject({ overlapHours: wireNumber({ min: 0, max: 720 }) }),
    response: { kind: 'envelope', schema: secretSchema },
  }),
} as const;

/** Parsed query of a link. */
export type LinkQuery = z.output<typeof querySchema>;
/** Parsed request for a link. */
export type LinkRequest = z.output<typeof linkEndpoints.createLink.body>;
