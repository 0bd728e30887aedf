import { readFileSync } from 'node:fs';
import { messageText, ticketStatuses, type TicketStatus } from '@shotwright/contract';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { presentStaffTicketSummary } from '../features/tickets/staff-tickets.present.ts';
import { AppError } from '../shared/app-error.ts';
import { email, positiveNumber } from './arguments.ts';
import { forTerminal } from './terminal-text.ts';
import type { AdminContext, Output, WithAdminContext } from './admin-context.ts';

interface Acting extends Output {
  readonly id: number;
  /** Email of a support team member. Default: the operator. */
  readonly as?: string;
}

/** Adds `ticket list`, `ticket reply` and `ticket status`. */
export function addTicketCommands(program: Command, withContext: WithAdminContext): void {
  const ticket = program.command('ticket').description('support tickets');
  addList(ticket, withContext);
  addReply(ticket, withContext);
  ticket
    .command('status')
    .description('set the status of a ticket')
    .requiredOption('--id <id>', 'number of the ticket', positiveNumber)
    .addOption(statusOption().makeOptionMandatory())
    .addOption(asOption())
    .option('--json', 'print one line of JSON')
    .action((given: Acting & { status: TicketStatus }) =>
      withContext(given, async (context) => {
        const { id, status } = given;
        const actorUserId = await actorOf(context, given);
        const { ticket: row } = await context.features.staffTickets.setStatus({
          actorUserId,
          id,
          status,
        });
        return {
          json: presentStaffTicketSummary(row),
          text: `Ticket #${id} is ${row.status} now.`,
        };
      }),
    );
}

function addList(ticket: Command, withContext: WithAdminContext): void {
  ticket
    .command('list')
    .description('list tickets; those that have waited longest for a reply come first')
    .addOption(statusOption())
    .option('--json', 'print one line of JSON')
    .action((given: Output & { status?: TicketStatus }) =>
      withContext(given, async ({ features }) => {
        const rows = await features.staffTickets.list({ status: given.status });
        const lines = rows.map(({ id, status, isUnanswered, email: from, title }) =>
          [`#${id}`, status, isUnanswered ? 'waits' : 'answered', from, forTerminal(title)].join(
            '  ',
          ),
        );
        const text = lines.length === 0 ? 'No tickets match.' : lines.join('\n');
        return { json: { tickets: rows.map(presentStaffTicketSummary) }, text };
      }),
    );
}

function addReply(ticket: Command, withContext: WithAdminContext): void {
  ticket
    .command('reply')
    .description('reply to a ticket in Markdown; its author is notified by email')
    .requiredOption('--id <id>', 'number of the ticket', positiveNumber)
    .addOption(new Option('--message <text>', 'the answer').argParser(message).conflicts('file'))
    .addOption(new Option('--file <path>', 'file that contains the reply').argParser(messageIn))
    .addOption(statusOption())
    .addOption(asOption())
    .option('--json', 'print one line of JSON')
    .action(
      (
        given: Acting & { message?: string; file?: string; status?: TicketStatus },
        command: Command,
      ) => {
        const markdown = given.message ?? given.file;
        if (markdown === undefined) command.error('error: use --message or --file for the reply');
        return withContext(given, async (context) => {
          const { id, status } = given;
          const actorUserId = await actorOf(context, given);
          const change = { actorUserId, id, markdown, status };
          const { ticket: row } = await context.features.staffTickets.reply(change);
          return {
            json: presentStaffTicketSummary(row),
            text: `The reply to ticket #${id} was sent.`,
          };
        });
      },
    );
}

function statusOption(): Option {
  return new Option('--status <status>', 'of the ticket').choices(ticketStatuses);
}

function asOption(): Option {
  return new Option(
    '--as <email>',
    'email of the support team member to log as the actor',
  ).argParser(email);
}

async function actorOf({ features }: AdminContext, { as }: Acting): Promise<string | null> {
  if (as === undefined) return null;
  const { userId } = await features.accounts.admin.getAccount(as);
  if (await features.accounts.sessions.isStaff(userId)) return userId;
  const sentence = `${as} is not a member of the support team. Add the account with "user grant-staff".`;
  throw new AppError({ code: 'not_found', message: sentence });
}

function message(text: string): string {
  const read = messageText.safeParse(text);
  if (read.success) return read.data;
  throw new InvalidArgumentError(`It ${read.error.issues[0]?.message}.`);
}

function messageIn(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new InvalidArgumentError('The file cannot be read.');
  }
  return message(text);
}
