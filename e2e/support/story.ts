import { randomUUID } from 'node:crypto';
import {
  test as base,
  expect,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import { csrf } from '@shotwright/contract';
import { startProduct, type Product } from './product.ts';
import { watchContext, type Watch } from './watch.ts';

/** Somebody with an account of their own. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** Calls `/api/v1` + path with the cookies of the story's browser; gives the answer's data. Fails on a refusal. */
export type CallApi = <Data>(method: string, path: string, body?: unknown) => Promise<Data>;

interface Fixtures {
  /** Fails the story that makes the browser complain; on in every story. */
  readonly watch: Watch;
  /** A new account; nobody is signed in. */
  readonly person: Person;
  /** The page of {@link Fixtures.person}, signed in without using a screen; no address is open yet. */
  readonly memberPage: Page;
  readonly callApi: CallApi;
}

/** A story: a test in a browser of its own that is watched, over the one product of the run. */
export const test = base.extend<
  Fixtures,
  {
    readonly product: Product;
    /** Settings of {@link product} beside the usual; a file that gives some has a product of its own. */
    readonly settings: Readonly<Record<string, string>>;
  }
>({
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ settings }, use) => {
      const product = await startProduct(settings);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  watch: [
    async ({ context, product }, use) => {
      const watch = watchContext(context, product.url);
      await use(watch);
      expect(watch.problems(), 'what the browser complained about').toEqual([]);
    },
    { auto: true },
  ],
  person: async ({ product }, use) => use(await createPerson(product)),
  memberPage: async ({ context, page, person }, use) => {
    await signIn(context, person);
    await use(page);
  },
  callApi: async ({ context }, use) => use(callerOf(context.request)),
});

export { expect };

/** An address nobody else in the run has. */
export function newEmail(): string {
  return `story-${randomUUID().slice(0, 18)}@example.com`;
}

/** Makes an account with the operator's command. */
export async function createPerson(product: Product): Promise<Person> {
  const email = newEmail();
  const password = `secret ${randomUUID()}`;
  const names = ['--first-name', 'Ada', '--last-name', 'Story'];
  await product.admin('user', 'create', '--email', email, '--password', password, ...names);
  return { email, password, name: 'Ada Story' };
}

/** Lets whoever holds these cookies call the API. */
export function callerOf(request: APIRequestContext): CallApi {
  return async (method, path, body) => {
    const { cookies } = await request.storageState();
    const token = cookies.find(({ name }) => name === csrf.cookie)?.value ?? '';
    const response = await request.fetch(`/api/v1${path}`, {
      method,
      headers: { [csrf.header]: decodeURIComponent(token) },
      ...(body !== undefined && { data: body }),
    });
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
    return (await response.json()).data;
  };
}

/** Puts a session's cookies into a browser, and what the dashboard remembers of its person into its storage. */
export async function signIn(context: BrowserContext, person: Person): Promise<void> {
  const { email, password } = person;
  const call = callerOf(context.request);
  const { user } = await call<{ user: unknown }>('POST', '/auth/login', { email, password });
  await context.addInitScript((stored: string) => {
    // Once per browser: a later sign-out must stay one. A blank page and a sandboxed one have no storage.
    if (!location.protocol.startsWith('http') || origin === 'null') return;
    if (localStorage.getItem('storyBegan') !== null) return;
    localStorage.setItem('storyBegan', 'yes');
    localStorage.setItem('isAuthenticated', 'true');
    localStorage.setItem('user', stored);
  }, JSON.stringify(user));
}
