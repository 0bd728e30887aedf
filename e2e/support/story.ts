import {
  test as base,
  expect,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import { csrf } from '@shotwright/contract';
import { startProduct, type Person, type Product } from './product.ts';
import { watchContext, type Watch } from './watch.ts';

/**
 * Calls `/api/v1` + path with the cookies of the story's browser; returns the response's data.
 * Fails on an error status.
 */
export type CallApi = <Data>(method: string, path: string, body?: unknown) => Promise<Data>;

interface Fixtures {
  /** Fails a story in which the browser reports a problem; active in every story. */
  readonly watch: Watch;
  /** A new user who is not signed in. */
  readonly person: Person;
  /** The page of {@link Fixtures.person}, signed in without using a screen; no URL is open yet. */
  readonly memberPage: Page;
  readonly callApi: CallApi;
}

/** A story: a test in a separate, watched browser context, on the one product of the run. */
export const test = base.extend<
  Fixtures,
  {
    readonly product: Product;
    /** Additional settings of {@link product}; a file that sets some runs on a separate product. */
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
  person: async ({ product }, use) => use(await product.createPerson()),
  memberPage: async ({ context, page, person }, use) => {
    await signIn(context, person);
    await use(page);
  },
  callApi: async ({ context }, use) => use(callerOf(context.request)),
});

export { expect };
export { newEmail } from './product.ts';

/** Returns a function that calls the API with the cookies of `request`. */
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

/**
 * Sets a session's cookies in a browser context, and the user data that the dashboard stores in
 * local storage.
 */
export async function signIn(context: BrowserContext, person: Person): Promise<void> {
  const { email, password } = person;
  const call = callerOf(context.request);
  const { user } = await call<{ user: unknown }>('POST', '/auth/login', { email, password });
  await context.addInitScript((stored: string) => {
    // Once per browser, so that a later sign-out remains effective. Blank and sandboxed pages have
    // no storage.
    if (!location.protocol.startsWith('http') || origin === 'null') return;
    if (localStorage.getItem('storyBegan') !== null) return;
    localStorage.setItem('storyBegan', 'yes');
    localStorage.setItem('isAuthenticated', 'true');
    localStorage.setItem('user', stored);
  }, JSON.stringify(user));
}
