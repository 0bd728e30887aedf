import { csrf, type Ticket } from '@shotwright/contract';
import sharp from 'sharp';
import type { TestApp, TestSession } from './app.ts';
import { readJson } from './screenshots-app.ts';

/** Sends a ticket as a browser does. */
export async function postTicket(
  app: TestApp,
  person: TestSession,
  ticket: {
    readonly fields?: Readonly<Record<string, string>>;
    readonly images?: readonly Buffer[];
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(ticket.fields ?? { title: 'It does not work' }))
    body.append(name, value);
  for (const bytes of ticket.images ?? [])
    body.append('images', new Blob([new Uint8Array(bytes)]), 'picture.png');
  const { cookie = '', [csrf.header]: token = '' } = person.headers;
  const headers = { cookie, [csrf.header]: token, ...ticket.headers };
  return app.request('/api/v1/help/tickets', { method: 'POST', headers, body });
}

/** Opens a ticket and returns it. */
export async function openTicket(
  app: TestApp,
  person: TestSession,
  ticket?: Parameters<typeof postTicket>[2],
): Promise<Ticket> {
  const response = await postTicket(app, person, ticket);
  const body = await readJson(response);
  if (response.status !== 201) throw new Error(`no ticket: ${JSON.stringify(body)}`);
  return body.data.ticket;
}

/** Returns an image of one colour. */
export function image(background = '#2040c0', format: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  return sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** Makes a user a member of the support team. */
export async function makeStaff(app: TestApp, { userId }: TestSession): Promise<void> {
  await app.db.updateTable('users').set({ is_staff: true }).where('id', '=', userId).execute();
}
