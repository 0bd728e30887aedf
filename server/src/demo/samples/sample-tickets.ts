import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TicketStatus } from '@shotwright/contract';
import type { StaffTicketsService } from '../../features/tickets/staff-tickets.service.ts';
import type { TicketsService } from '../../features/tickets/tickets.service.ts';

interface SampleTicket {
  readonly title: string;
  readonly description: string;
  readonly status: TicketStatus;
  readonly reply?: string;
  /** Names of images of the documentation. */
  readonly images?: readonly string[];
}

const tickets: readonly SampleTicket[] = [
  {
    title: 'Web font is missing',
    description: 'The screenshot shows the menu in another font than my browser.',
    status: 'OPEN',
    images: ['quality.jpeg'],
  },
  { title: 'Invoice address', description: 'Where do I change our address?', status: 'OPEN' },
  {
    title: 'How do I capture a page behind a login?',
    description: 'Our staging site asks for a user name and a password.',
    status: 'OPEN',
    reply: 'Use `basic_auth_user` and `basic_auth_password`. Does that work for your site?',
  },
  {
    title: 'Captures at night are slow',
    description: 'Between 2 and 3 a.m. some captures take ten seconds.',
    status: 'IN_PROGRESS',
  },
  {
    title: 'Blurred letters in a JPEG',
    description: 'Please have a look at the two images.',
    status: 'IN_PROGRESS',
    reply: 'Thank you for the images. We are looking into it.',
    images: ['quality.jpeg', 'quality-without.jpeg'],
  },
  {
    title: 'Can I get images as WebP?',
    description: 'PNG files are too large for our site.',
    status: 'CLOSED',
    reply: 'Yes: set `file_type` to `webp`.',
  },
  {
    title: 'Please ignore: test ticket',
    description: 'I only wanted to see this form.',
    status: 'CLOSED',
    images: ['quality-without.jpeg'],
  },
];

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'images', 'options');

/** Opens tickets in every status, with and without a reply and attachments. */
export async function openSampleTickets(
  features: { readonly tickets: TicketsService; readonly staffTickets: StaffTicketsService },
  people: {
    readonly organizationId: string;
    readonly authorId: string;
    readonly staffUserId: string;
  },
): Promise<void> {
  const { organizationId, authorId, staffUserId: actorUserId } = people;
  for (const { title, description, status, reply, images = [] } of tickets) {
    const { ticket } = await features.tickets.create({
      organizationId,
      authorId,
      title,
      description,
      context: undefined,
      idempotencyKey: null,
      images: images.map((name) => readFileSync(join(folder, name))),
      signal: AbortSignal.timeout(60_000),
    });
    const change = { actorUserId, id: ticket.id };
    if (reply !== undefined)
      await features.staffTickets.reply({ ...change, markdown: reply, status });
    else if (status !== 'OPEN') await features.staffTickets.setStatus({ ...change, status });
  }
}
