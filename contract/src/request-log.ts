import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { requestLogLimits, requestLogPaths, requestStatusPattern } from './paths/api-keys.ts';
import { textLimits } from './paths/limits.ts';
import { deliveryStates } from './paths/webhooks.ts';
import { headersSchema } from './webhooks/deliveries.ts';
import {
  boundedText,
  storableTextRule,
  wireId,
  wireInstant,
  wireNumber,
  wireUuid,
} from './wire.ts';

/** A call of the API with an API key, as the request log lists it. */
export const loggedRequestSchema = z.object({
  id: wireUuid,
  /** `x-request-id` of the response; a client may send its own, also repeatedly. */
  requestId: z.string(),
  createdAt: wireInstant,
  method: z.string(),
  /** Path of the endpoint with its placeholders, such as `/screenshots/{id}`. */
  route: z.string(),
  /** Path and query as sent, without secrets. */
  path: z.string(),
  /** URL of the page to capture. */
  target: z.string().nullable(),
  status: z.int(),
  durationMs: z.int(),
  /** Credits of the capture that the call requested; 0 if they were returned. */
  credits: z.int(),
  errorCode: z.string().nullable(),
  apiKeyId: z.int(),
  projectId: z.int().nullable(),
  screenshotId: wireUuid.nullable(),
});

/** Body as stored: JSON without secrets, of which long parts are cut. */
const loggedBodySchema = z.object({
  text: z.string(),
  /** False if secrets or long parts are missing, so that the call cannot be repeated from it. */
  isComplete: z.boolean(),
});

const loggedDeliverySchema = z.object({
  id: wireUuid,
  webhookId: z.int(),
  webhookName: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
});

const tag = 'Request log';

/** Endpoints of the request log. */
export const requestLogEndpoints = {
  listRequests: defineEndpoint({
    ...requestLogPaths.listRequests,
    operationId: 'listRequests',
    summary: 'List the calls with API keys of the last 30 days, newest first',
    tag,
    auth: 'session_or_key',
    right: 'integrate',
    query: z.strictObject({
      status: z
        .string()
        .regex(requestStatusPattern, {
          error: 'must be 2xx, 3xx, 4xx, 5xx, error or a status such as 402',
        })
        .optional(),
      key: wireId.optional(),
      project: wireId.optional(),
      /** Part of the path, the request id, the error code, the id or the URL of the capture. */
      text: boundedText(textLimits.searchText)
        .regex(storableTextRule.pattern, { error: storableTextRule.error })
        .optional(),
      from: wireInstant.optional(),
      to: wireInstant.optional(),
      /** `next` of the page before. */
      cursor: wireUuid.optional(),
      limit: wireNumber({ min: 1, max: requestLogLimits.pageSize }).default(
        requestLogLimits.pageSize,
      ),
    }),
    response: {
      kind: 'envelope',
      schema: z.object({
        requests: z.array(loggedRequestSchema),
        /** Cursor of older calls; null at the end. */
        next: wireUuid.nullable(),
        /** Time of the oldest call that was searched if older ones remain to be searched. */
        searchedUntil: wireInstant.nullable(),
      }),
    },
  }),
  getRequest: defineEndpoint({
    ...requestLogPaths.getRequest,
    operationId: 'getRequest',
    summary: 'Read a call with its headers and bodies, without secrets',
    tag,
    auth: 'session',
    right: 'integrate',
    params: z.object({ id: wireUuid }),
    response: {
      kind: 'envelope',
      schema: z.object({
        request: loggedRequestSchema,
        requestHeaders: headersSchema,
        requestBody: loggedBodySchema.nullable(),
        responseHeaders: headersSchema,
        responseBody: loggedBodySchema.nullable(),
        /** Meaning of the error code. */
        error: z
          .object({
            code: z.string(),
            message: z.string(),
            meaning: z.string(),
            isRetryable: z.boolean(),
          })
          .nullable(),
        /** True if the capture is still stored. */
        hasScreenshot: z.boolean(),
        deliveries: z.array(loggedDeliverySchema),
      }),
    },
  }),
} as const;

/** Type inferred from {@link loggedRequestSchema}. */
export type LoggedRequest = z.infer<typeof loggedRequestSchema>;
