import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { planTiers } from './paths/plans.ts';
import { screenshotStatuses } from './paths/screenshots.ts';
import { staffPaths } from './paths/staff.ts';
import { ticketStatuses } from './paths/tickets.ts';
import {
  messageText,
  ticketAttachmentSchema,
  ticketContextSchema,
  ticketMessageSchema,
} from './tickets.ts';
import { nameText, storableTextRule, wireBoolean, wireId, wireInstant, wireUuid } from './wire.ts';

/** A ticket in the support team's queue. */
export const staffTicketSummarySchema = z.object({
  id: z.int(),
  title: z.string(),
  status: z.enum(ticketStatuses),
  email: z.string(),
  planName: z.string(),
  attachmentCount: z.int(),
  assignee: z.object({ userId: wireUuid, name: z.string() }).nullable(),
  /** True if the last message is the author's. */
  isUnanswered: z.boolean(),
  lastMessageAt: wireInstant,
  createdAt: wireInstant,
});

/** The author of a ticket, without secrets. */
export const staffCustomerSchema = z.object({
  userId: wireUuid,
  organizationId: wireUuid,
  name: z.string(),
  email: z.string(),
  planName: z.string(),
  creditsAvailable: z.int(),
  /** All credits of the cycle, as in the usage: granted, carried over and added since. */
  creditsGranted: z.int(),
  memberSince: wireInstant,
  /** The last 20 captures; URLs without their query. */
  captures: z.array(
    z.object({
      id: z.string(),
      url: z.string().nullable(),
      status: z.enum(screenshotStatuses),
      code: z.string().nullable(),
      error: z.string().nullable(),
      createdAt: wireInstant,
    }),
  ),
  otherTickets: z.array(
    z.object({ id: z.int(), title: z.string(), status: z.enum(ticketStatuses) }),
  ),
});

/** A ticket as shown to the support team. */
export const staffTicketSchema = staffTicketSummarySchema.extend({
  description: z.string().nullable(),
  attachments: z.array(ticketAttachmentSchema),
  messages: z.array(ticketMessageSchema.omit({ member: true }).extend({ authorName: z.string() })),
  notes: z.array(
    z.object({
      id: z.int(),
      text: z.string(),
      authorName: z.string(),
      createdAt: wireInstant,
    }),
  ),
  context: ticketContextSchema.nullable(),
  customer: staffCustomerSchema,
});

/** A reply stored for reuse. */
export const savedReplySchema = z.object({ id: z.int(), name: z.string(), markdown: z.string() });

/** Number of running workers by the isolation of their browsers. */
export const workerIsolationSchema = z.object({
  isolated: z.int(),
  /** Workers without isolation because of ISOLATION=off. */
  off: z.int(),
  /** Workers without isolation because their system does not allow it. */
  unavailable: z.int(),
});

const tag = 'Support team';
const params = z.object({ id: wireId });
const ticketResponse = {
  kind: 'envelope',
  schema: z.object({ ticket: staffTicketSchema }),
} as const;

/** Endpoints of the support team; all other users receive 404. */
export const staffEndpoints = {
  listStaffTickets: defineEndpoint({
    ...staffPaths.listStaffTickets,
    operationId: 'listStaffTickets',
    summary: 'List tickets; those that have waited longest for a reply come first',
    tag,
    auth: 'staff',
    query: z.strictObject({
      status: z.enum(ticketStatuses).optional(),
      plan: z.enum(planTiers).optional(),
      unanswered: wireBoolean.optional(),
      /** Minimum age of the ticket in days. */
      olderThanDays: z.coerce.number().int().min(1).max(365).optional(),
      search: z
        .string()
        .trim()
        .max(200)
        .regex(storableTextRule.pattern, { error: storableTextRule.error })
        .optional(),
    }),
    response: {
      kind: 'envelope',
      schema: z.object({ tickets: z.array(staffTicketSummarySchema) }),
    },
  }),
  getStaffTicket: defineEndpoint({
    ...staffPaths.getStaffTicket,
    operationId: 'getStaffTicket',
    summary: 'Read a ticket and the account of its author',
    tag,
    auth: 'staff',
    params,
    response: ticketResponse,
  }),
  setTicketStatus: defineEndpoint({
    ...staffPaths.setTicketStatus,
    operationId: 'setTicketStatus',
    summary: 'Set the status of a ticket',
    tag,
    auth: 'staff',
    params,
    body: z.strictObject({ status: z.enum(ticketStatuses) }),
    response: ticketResponse,
  }),
  assignTicket: defineEndpoint({
    ...staffPaths.assignTicket,
    operationId: 'assignTicket',
    summary: 'Assign a ticket to yourself, or unassign it',
    tag,
    auth: 'staff',
    params,
    body: z.strictObject({ isMine: z.boolean({ error: 'must be true or false' }) }),
    response: ticketResponse,
  }),
  replyToTicket: defineEndpoint({
    ...staffPaths.replyToTicket,
    operationId: 'replyToTicket',
    summary: 'Reply to a ticket in Markdown; the author is notified by email',
    tag,
    auth: 'staff',
    successStatus: 201,
    params,
    body: z.strictObject({ markdown: messageText, status: z.enum(ticketStatuses).optional() }),
    response: ticketResponse,
  }),
  previewReply: defineEndpoint({
    ...staffPaths.previewReply,
    operationId: 'previewReply',
    summary: 'Preview a reply as its reader will see it',
    tag,
    auth: 'staff',
    body: z.strictObject({ markdown: messageText }),
    response: { kind: 'envelope', schema: z.object({ html: z.string() }) },
  }),
  addTicketNote: defineEndpoint({
    ...staffPaths.addTicketNote,
    operationId: 'addTicketNote',
    summary: 'Add an internal note, which the author never sees',
    tag,
    auth: 'staff',
    successStatus: 201,
    params,
    body: z.strictObject({ text: messageText }),
    response: ticketResponse,
  }),
  listSavedReplies: defineEndpoint({
    ...staffPaths.listSavedReplies,
    operationId: 'listSavedReplies',
    summary: 'List saved replies',
    tag,
    auth: 'staff',
    response: { kind: 'envelope', schema: z.object({ savedReplies: z.array(savedReplySchema) }) },
  }),
  createSavedReply: defineEndpoint({
    ...staffPaths.createSavedReply,
    operationId: 'createSavedReply',
    summary: 'Save a reply for reuse',
    tag,
    auth: 'staff',
    successStatus: 201,
    body: z.strictObject({ name: nameText(100), markdown: messageText }),
    response: { kind: 'envelope', schema: z.object({ savedReply: savedReplySchema }) },
  }),
  deleteSavedReply: defineEndpoint({
    ...staffPaths.deleteSavedReply,
    operationId: 'deleteSavedReply',
    summary: 'Delete a saved reply',
    tag,
    auth: 'staff',
    params,
    response: { kind: 'envelope', schema: z.object({}) },
  }),
  getWorkerIsolation: defineEndpoint({
    ...staffPaths.getWorkerIsolation,
    operationId: 'getWorkerIsolation',
    summary: 'Count the running workers by the isolation of their browsers',
    tag,
    auth: 'staff',
    response: { kind: 'envelope', schema: z.object({ workers: workerIsolationSchema }) },
  }),
} as const;

/** Type inferred from {@link staffTicketSummarySchema}. */
export type StaffTicketSummary = z.infer<typeof staffTicketSummarySchema>;
/** Type inferred from {@link staffTicketSchema}. */
export type StaffTicket = z.infer<typeof staffTicketSchema>;
/** Type inferred from {@link workerIsolationSchema}. */
export type WorkerIsolation = z.infer<typeof workerIsolationSchema>;
/** Type inferred from {@link savedReplySchema}. */
export type SavedReply = z.infer<typeof savedReplySchema>;
