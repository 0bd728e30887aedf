import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import {
  annotationLimits,
  annotationPaths,
  defaultMarkColor,
  markTypes,
} from '../paths/annotations/annotations.ts';
import { wireInstant, wireNumber, wireUuid } from '../wire.ts';

const { marks, textLength, thicknessPx, textSizePx, positionPx } = annotationLimits;

const startPx = wireNumber({ min: 0, max: positionPx });
const sizePx = wireNumber({ min: 1, max: positionPx });
const region = { x: startPx, y: startPx, width: sizePx, height: sizePx };

const color = z
  .string({ error: 'must be a colour such as #e01020' })
  .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour such as #e01020' })
  .toLowerCase()
  .default(defaultMarkColor);
const thickness = wireNumber(thicknessPx)
  .default(thicknessPx.default)
  .describe('Thickness of the line in pixels.');

const text = z
  .string({ error: 'must be text' })
  .max(textLength, { error: `must be at most ${textLength} characters` })
  .transform((given) => given.replaceAll(/\r\n?/g, '\n'))
  .refine((given) => given.trim() !== '', { error: 'must not be blank' })
  .refine((given) => /^(?:\n|\P{Cc})*$/u.test(given), {
    error: 'must not contain control characters other than line breaks',
  })
  .describe('Text of the mark; a line break starts a new line.');

/** A mark on an image, in pixels of the image from its top left corner. */
export const markSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('arrow'),
      x: startPx,
      y: startPx,
      to_x: startPx.describe('Point at which the arrow points, as to_y.'),
      to_y: startPx,
      color,
      thickness,
    }),
    z.strictObject({ type: z.literal('box'), ...region, color, thickness }),
    z.strictObject({
      type: z.literal('text'),
      x: startPx,
      y: startPx,
      text,
      size: wireNumber(textSizePx)
        .default(textSizePx.default)
        .describe('Height of the letters in pixels, as font-size in CSS.'),
      color,
    }),
    z.strictObject({ type: z.literal('blur'), ...region }),
  ],
  {
    error: ({ code }) =>
      code === 'invalid_union'
        ? `must be one of ${markTypes.join(', ')}`
        : 'must be a mark with a type',
  },
);

/** A rectangle to which the copy is cropped. */
export const cropSchema = z.strictObject(region);

const body = z
  .strictObject({
    marks: z
      .array(markSchema, { error: 'must be a list of marks' })
      .max(marks, { error: `must have at most ${marks} marks` })
      .default([])
      .describe('Marks in the order in which they cover each other; a blur is below all others.'),
    crop: cropSchema.optional().describe('Part of the image that the copy shows. Default: all.'),
  })
  .refine((given) => given.marks.length > 0 || given.crop !== undefined, {
    error: 'must have a mark, or the request a crop',
    path: ['marks'],
  });

/** An annotated copy of a screenshot, which is a file of its own. */
export const annotatedCopySchema = z.object({
  /** ID of the copy, by which it is read, moved and deleted as any other screenshot. */
  screenshotId: wireUuid,
  annotatedFrom: wireUuid,
  projectId: z.int(),
  fileName: z.string(),
  screenshotUrl: z.string(),
  thumbnailUrl: z.string(),
  /** Bytes of the file. */
  bytes: z.int(),
  /** Size in pixels. */
  width: z.int(),
  height: z.int(),
  createdAt: wireInstant,
});

const tag = 'Annotations';
const params = z.object({ id: wireUuid });

/** Endpoints for annotated copies. */
export const annotationEndpoints = {
  listAnnotatedCopies: defineEndpoint({
    ...annotationPaths.listAnnotatedCopies,
    operationId: 'listAnnotatedCopies',
    summary: 'List the annotated copies of a screenshot, newest first, at most 100',
    tag,
    auth: 'session_or_key',
    params,
    response: { kind: 'envelope', schema: z.object({ copies: z.array(annotatedCopySchema) }) },
  }),
  createAnnotatedCopy: defineEndpoint({
    ...annotationPaths.createAnnotatedCopy,
    operationId: 'createAnnotatedCopy',
    summary: 'Save a copy of a screenshot with marks or cropped; the original stays as it is',
    tag,
    auth: 'session_or_key',
    successStatus: 201,
    params,
    body,
    response: { kind: 'envelope', schema: annotatedCopySchema },
    isIdempotent: true,
    errorStatuses: [402, 404, 409, 410, 422, 504],
  }),
} as const;

/** Parsed body of a request for an annotated copy. */
export type AnnotationRequest = z.output<typeof body>;
/** Body as clients send it. */
export type AnnotationInput = z.input<typeof body>;
/** A parsed mark. */
export type Mark = z.output<typeof markSchema>;
/** A parsed crop. */
export type Crop = z.output<typeof cropSchema>;
/** Type inferred from {@link annotatedCopySchema}. */
export type AnnotatedCopy = z.infer<typeof annotatedCopySchema>;
