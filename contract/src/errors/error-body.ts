import { z } from 'zod';

/** One invalid field of a request. */
export const fieldErrorSchema = z.object({
  path: z.string(),
  message: z.string(),
  did_you_mean: z.string().optional(),
});

/** The flat error body: `message` and `error` hold the same sentence. Source: ruling RL-3. */
export const errorBodySchema = z.object({
  status: z.literal('error'),
  statusCode: z.int(),
  message: z.string(),
  error: z.string(),
  code: z.string(),
  details: z
    .object({
      /** The first invalid fields, at most twenty. */
      fields: z.array(fieldErrorSchema).optional(),
      /** Number of further invalid fields. */
      more: z.int().optional(),
    })
    .catchall(z.unknown()),
  requestId: z.string(),
  retryable: z.boolean(),
  creditsCharged: z.int(),
  docs: z.string(),
});

/** Type inferred from {@link fieldErrorSchema}. */
export type FieldError = z.infer<typeof fieldErrorSchema>;
/** Type inferred from {@link errorBodySchema}. */
export type ErrorBody = z.infer<typeof errorBodySchema>;
