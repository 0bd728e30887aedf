import type { Ticket, TicketSummary } from '@shotwright/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, vi } from 'vitest';
import { heading, renderApp, type RenderedApp } from './app.tsx';
import { ada, mockEndpoint, fakeServer } from './fake-api.ts';

/** An open ticket in the list, without images. */
export function aSummary(id: number, change: Partial<TicketSummary> = {}): TicketSummary {
  return {
    id,
    title: `Ticket ${String(id)}`,
    status: 'OPEN',
    attachmentCount: 0,
    isUnread: false,
    createdAt: '2025-01-05T15:04:00.000Z',
    member: null,
    ...change,
  };
}

/** An open ticket without a reply. */
export function aTicket(id: number, change: Partial<Ticket> = {}): Ticket {
  return {
    ...aSummary(id),
    description: null,
    attachments: [],
    reply: null,
    messages: [],
    reopenUntil: null,
    context: null,
    ...change,
  };
}

/** Help with these tickets; the test may change `tickets` later. */
export async function openHelp(tickets: TicketSummary[] = [], path = '/dashboard/help') {
  const list = mockEndpoint('listTickets', () => ({
    tickets,
    unreadCount: tickets.filter(({ isUnread }) => isUnread).length,
  }));
  fakeServer.use(list.handler);
  const app = renderApp(path, { user: ada });
  await heading('We are sorry that you got trouble');
  return { ...app, list };
}

/** The dialog behind `Create Ticket`. */
export async function openCreate(app: RenderedApp) {
  await app.user.click(await screen.findByRole('button', { name: 'Create Ticket' }));
  return createDialog();
}

/** The dialog that creates a ticket, once it is shown. */
export async function createDialog() {
  return within(await screen.findByRole('dialog', { name: 'Create Support Ticket' }));
}

/** The form of a new ticket on an empty Help page. */
export async function openForm() {
  const app = await openHelp();
  const dialog = await openCreate(app);
  const title = dialog.getByLabelText<HTMLInputElement>('Title *');
  // The dialog moves the focus when it is open.
  await waitFor(() => expect(document.activeElement).toBe(title));
  return { app, dialog, title };
}

type Dialog = Awaited<ReturnType<typeof createDialog>>;

/** The button that sends the form. */
export function submit(dialog: Dialog): HTMLElement {
  return dialog.getByRole('button', { name: 'Submit' });
}

/** The names of the images in the form. */
export function thumbnails(dialog: Dialog): (string | null)[] {
  return dialog.queryAllByRole('img').map((image) => image.getAttribute('alt'));
}

/** A file with the name, type and size of a PNG. */
export function anImage(name: string, sizeBytes = 8): File {
  const file = new File(['an image'], name, { type: 'image/png' });
  Object.defineProperty(file, 'size', { value: sizeBytes });
  return file;
}

/** Chooses files as the browser's dialog does. */
export function choose(dialog: Dialog, files: File[]): void {
  fireEvent.change(dialog.getByLabelText('Choose files'), { target: { files } });
}

/** The parts of a new ticket that were sent. */
export interface SentTicket {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Each name once, in the order of the form. */
  readonly names: readonly string[];
  readonly images: readonly string[];
}

/** Accepts new tickets and responds with the result of `reply`, by default a ticket. */
export function acceptTickets(reply: () => Response | Promise<Response> = () => created()) {
  const sent: SentTicket[] = [];
  fakeServer.use(http.post('*/api/v1/help/tickets', () => reply()));
  // The fake server cannot read jsdom's files, so the form is read where it leaves the page.
  const send = XMLHttpRequest.prototype.send;
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (
    this: XMLHttpRequest,
    body,
  ) {
    if (!(body instanceof FormData)) throw new Error('a ticket is sent as a form');
    const images = body.getAll('images').map((one) => (one instanceof File ? one.name : ''));
    const names = [...new Set(body.keys())];
    const texts = names.filter((name) => name !== 'images');
    sent.push({
      fields: Object.fromEntries(texts.map((name) => [name, body.get(name)])),
      names,
      images,
    });
    send.call(this, 'form');
  });
  return sent;
}

/** The response to a new ticket. */
export function created(): Response {
  const data = { ticket: aTicket(9) };
  return HttpResponse.json({ status: 'success', ...data, data });
}

/** Fakes object URLs, which jsdom lacks; returns those that were created and not revoked. */
export function useObjectUrls(): Set<string> {
  const alive = new Set<string>();
  let last = 0;
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: () => {
        const url = `blob:image-${String((last += 1))}`;
        alive.add(url);
        return url;
      },
      revokeObjectURL: (url: string) => alive.delete(url),
    }),
  );
  return alive;
}
