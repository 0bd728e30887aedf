import type { Browser, BrowserContext, Page } from '@playwright/test';
import { csrf } from '@shotwright/contract';
import type { Person, Product } from './product.ts';
import { callerOf, expect, signIn, type CallApi } from './story.ts';

/** A member of the support team in a separate browser context. */
export interface TeamMember extends AsyncDisposable {
  readonly person: Person;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly call: CallApi;
}

/** Creates a member of the support team with the admin command and signs them in. */
export async function openTeamMember(browser: Browser, product: Product): Promise<TeamMember> {
  const person = await product.createPerson();
  await product.admin('user', 'grant-staff', '--email', person.email);
  const context = await browser.newContext({ baseURL: product.url });
  await signIn(context, person);
  return {
    person,
    context,
    page: await context.newPage(),
    call: callerOf(context.request),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** Opens a ticket with the context's cookies, without a screen; returns its id. */
export async function openTicket(
  context: BrowserContext,
  fields: Readonly<Record<string, string>>,
): Promise<number> {
  const { cookies } = await context.request.storageState();
  const token = cookies.find(({ name }) => name === csrf.cookie)?.value ?? '';
  const response = await context.request.post('/api/v1/help/tickets', {
    headers: { [csrf.header]: decodeURIComponent(token) },
    multipart: fields,
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { data } = (await response.json()) as { data: { ticket: { id: number } } };
  return data.ticket.id;
}

/** A file as selected in a file input. */
export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Renders a PNG in the browser: one colour, or noise that does not compress. Units: px. */
export async function drawPng(
  page: Page,
  image: { name: string; side: number; colour?: string },
): Promise<ChosenFile> {
  const base64 = await page.evaluate(async ({ side, colour }) => {
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext('2d')!;
    if (colour === undefined) {
      const noise = context.createImageData(side, side);
      for (let index = 0; index < noise.data.length; index += 4) {
        noise.data[index] = Math.random() * 256;
        noise.data[index + 1] = Math.random() * 256;
        noise.data[index + 2] = Math.random() * 256;
        noise.data[index + 3] = 255;
      }
      context.putImageData(noise, 0, 0);
    } else {
      context.fillStyle = colour;
      context.fillRect(0, 0, side, side);
    }
    const bytes = await (await canvas.convertToBlob()).bytes();
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }, image);
  return { name: image.name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}
