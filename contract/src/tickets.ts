import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { ticketLimits, ticketPaths, ticketStatuses } from './paths/tickets.ts';
import { storableTextRule, wireId, wireInstant, wireUuid } from './wire.ts';

/** A ticket in the list of its author, or of an owner or admin of the organisation. */
export const ticketSummarySchema = z.object({
  id: z.int(),
  title: z.string(),
  status: z.enum(ticketStatuses),
  attachmentCount: z.int(),
  /** True if the support team has replied since its author, who is the caller, last opened it. */
  isUnread: z.boolean(),
  createdAt: wireInstant,
  /** Name of the member who created it; null for the caller's own. */
  member: z.string().nullable(),
});

/** An image of a ticket, at a signed URL that expires. */
export const ticketAttachmentSchema = z.object({
  id: z.string(),
  s3Url: z.string(),
  widthPx: z.int(),
  heightPx: z.int(),
  sizeBytes: z.int(),
});

/**
 * One message of the conversation. `html` is sanitised; a customer's text is escaped and retains
 * its line breaks.
 */
export const ticketMessageSchema = z.object({
  id: z.int(),
  from: z.enum(['author', 'team']),
  html: z.string(),
  createdAt: wireInstant,
  /** Name of the member who wrote it; null for the caller and for the support team. */
  member: z.string().nullable(),
});

/** Context that the author agreed to attach. */
export const ticketContextSchema = z.object({
  page: z.string().max(2_048).optional(),
  lastFailedRequestId: z.string().max(64).optional(),
  browser: z.string().max(512).optional(),
  plan: z.string().max(64).optional(),
});

/** A ticket with everything its author may see. */
export const ticketSchema = ticketSummarySchema.extend({
  description: z.string().nullable(),
  attachments: z.array(ticketAttachmentSchema),
  /** The support team's latest reply, as sanitised HTML. */
  reply: z.string().nullable(),
  messages: z.array(ticketMessageSchema),
  /**
   * Time until which a closed ticket can be reopened; null if it is not closed or that time has
   * passed.
   */
  reopenUntil: wireInstant.nullable(),
  context: ticketContextSchema.nullable(),
});

/** Errors for invalid images, in the exact words of specification §5. */
export const ticketImageErrors = {
  tooMany: {
    code: 'too_many_images',
    message: `You can upload a maximum of ${ticketLimits.images} images.`,
  },
  tooBig: { code: 'image_too_big', message: 'Each image must be less than 10 MB.' },
} as const;

const contextText = z
  .string()
  .max(8_192)
  .transform((text, ctx) => {
    try {
      const context: unknown = JSON.parse(text);
      return context;
    } catch {
      ctx.addIssue({ code: 'custom', message: 'must be a JSON object' });
      return z.NEVER;
    }
  })
  .pipe(ticketContextSchema);

const ticketForm = {
  fields: z.strictObject({
    title: z
      .string({ error: 'Title is required' })
      .trim()
      .min(1, { error: 'Title is required' })
      .max(ticketLimits.titleLength, {
        error: `must be at most ${ticketLimits.titleLength} characters`,
      })
      .regex(storableTextRule.pattern, { error: storableTextRule.error }),
    description: z
      .string({ error: 'must be text' })
      .trim()
      .transform((text) => text.replaceAll('\r\n', '\n'))
      .pipe(
        z
          .string()
          .max(ticketLimits.descriptionLength, {
            error: `must be at most ${ticketLimits.descriptionLength} characters`,
          })
          .regex(storableTextRule.pattern, { error: storableTextRule.error }),
      )
      .optional(),
    context: contextText.optional(),
  }),
  files: {
    name: 'images',
    max: ticketLimits.images,
    limitBytes: ticketLimits.imageBytes,
    ...ticketImageErrors,
  },
} as const;

const tag = 'Help';
const params = z.object({ id: wireId });
const ticketResponse = { kind: 'envelope', schema: z.object({ ticket: ticketSchema }) } as const;

/** Text of a message between author and support team: trimmed, not blank. */
export const messageText = z
  .string({ error: 'must be text' })
  .trim()
  .min(1, { error: 'must not be blank' })
  .max(ticketLimits.messageLength, {
    error: `must be at most ${ticketLimits.messageLength} characters`,
  })
  .regex(storableTextRule.pattern, { error: storableTextRule.error });

/** Endpoints of customers for support tickets. */
export const ticketEndpoints = {
  listTickets: defineEndpoint({
    ...ticketPaths.listTickets,
    operationId: 'listTickets',
    summary: 'List your tickets, newest first',
    tag,
    auth: 'session',
    right: 'self',
    response: {
      kind: 'envelope',
      schema: z.object({ tickets: z.array(ticketSummarySchema), unreadCount: z.int() }),
    },
  }),
  createTicket: defineEndpoint({
    ...ticketPaths.createTicket,
    operationId: 'createTicket',
    summary:
      'Create a ticket with up to 3 images; a repetition with the same Idempotency-Key returns the same ticket',
    tag,
    auth: 'session',
    right: 'self',
    successStatus: 201,
    bodyKind: 'multipart',
    form: ticketForm,
    response: ticketResponse,
  }),
  getTicket: defineEndpoint({
    ...ticketPaths.getTicket,
    operationId: 'getTicket',
    summary: 'Read a ticket and mark its replies as read',
    tag,
    auth: 'session',
    right: 'self',
    params,
    response: ticketResponse,
  }),
  deleteTicket: defineEndpoint({
    ...ticketPaths.deleteTicket,
    operationId: 'deleteTicket',
    summary: 'Delete a ticket and its images',
    tag,
    auth: 'session',
    right: 'self',
    params,
    response: { kind: 'envelope', schema: z.object({}) },
  }),
  answerTicket: defineEndpoint({
    ...ticketPaths.answerTicket,
    operationId: 'answerTicket',
    summary: 'Add a message to a ticket that is not closed',
    tag,
    auth: 'session',
    right: 'self',
    successStatus: 201,
    params,
    body: z.strictObject({ text: messageText }),
    response: ticketResponse,
  }),
  readTicketAttachment: defineEndpoint({
    ...ticketPaths.readTicketAttachment,
    operationId: 'readTicketAttachment',
    summary: 'Read an image of a ticket at its signed URL',
    tag,
    auth: 'public',
    params: z.object({
      id: wireUuid,
      expires: z.coerce.number().int().positive().max(9_999_999_999),
      signature: z.string().max(64),
      name: z.string().max(200),
    }),
    response: { kind: 'binary', contentTypes: ['image/png', 'image/jpeg'] },
  }),
  reopenTicket: defineEndpoint({
    ...ticketPaths.reopenTicket,
    operationId: 'reopenTicket',
    summary: 'Reopen a closed ticket within 14 days',
    tag,
    auth: 'session',
    right: 'self',
    params,
    response: ticketResponse,
  }),
} as const;

/** Type inferred from {@link ticketSummarySchema}. */
export type TicketSummary = z.infer<typeof ticketSummarySchema>;
/** Type inferred from {@link ticketSchema}. */
export type Ticket = z.infer<typeof ticketSchema>;
/** Type inferred from {@link ticketMessageSchema}. */
export type TicketMessage = z.infer<typeof ticketMessageSchema>;
/** Type inferred from {@link ticketContextSchema}. */
export type TicketContext = z.infer<typeof ticketContextSchema>;
