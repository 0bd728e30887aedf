// Captures the main screens with the product itself, into docs/images/screens: `npm run docs:screens`.
// One process shows sample data, another captures it, because a browser cannot reach the process that
// started it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct, type Product } from '../e2e/support/product.ts';
import { createApiKey } from './docs-images/api-key.ts';
import { serveSampleSite } from './docs-images/sample-site.ts';

const maxBytes = 150_000;
const timeoutMs = 90_000;
/** Looks like a site in development. */
const sitePort = 4000;
const siteUrl = `http://127.0.0.1:${sitePort}`;
const folder = join(import.meta.dirname, '..', 'docs', 'images', 'screens');
const person = { email: 'ada@harbour-coffee.example', password: 'a cup of coffee' };
const reachable = { ALLOW_PRIVATE_TARGETS: '127.0.0.1/32', LOG_LEVEL: 'error' };

/** Steps of a visitor who signs in; the requested page follows. */
const signIn = [
  { action: 'type', selector: '[name=email]', text: person.email },
  { action: 'type', selector: '[name=password]', text: person.password },
  { action: 'press', key: 'Enter' },
];

const press = (selector: string): object[] => [
  { action: 'wait_for', selector, ms: 20_000 },
  { action: 'click', selector },
];

const screens: readonly { name: string; path: string; steps?: object[]; wait: string }[] = [
  { name: 'overview', path: '/', steps: signIn, wait: 'main table tbody tr' },
  {
    name: 'playground',
    path: '/',
    steps: [
      { action: 'eval', text: "localStorage.setItem('playgroundPreview', 'open')" },
      ...signIn,
      ...press('a[href="/dashboard/saved-settings"]'),
      ...press('button[aria-label="Capture Home page"]'),
    ],
    wait: '[aria-label="Preview"] img',
  },
  {
    name: 'files',
    path: '/',
    // With room for all columns.
    steps: [
      { action: 'eval', text: "localStorage.setItem('sidebar', 'collapsed')" },
      ...signIn,
      ...press('a[href="/dashboard/files"]'),
    ],
    wait: '[data-list-row] img',
  },
  { name: 'docs', path: '/docs/options#dark_mode', wait: '#dark_mode' },
];

/** Captures of the sample account, newest last. */
const captures: readonly { path?: string; project: string; options?: object }[] = [
  { project: 'Website', options: { full_page: true } },
  {
    project: 'Online shop',
    path: '/account',
    options: { mask_selectors: ['.account-number'] },
  },
  { project: 'Website', path: '/menu', options: { emulate_device: 'iPhone 15' } },
  { project: 'Campaigns', path: '/offers' },
  { project: 'Website', options: { language: 'de-DE,de', timezone: 'Europe/Berlin' } },
  { project: 'Press', options: { media_type: 'print', file_type: 'jpeg' } },
  { project: 'Online shop', path: '/prices', options: { element_selector: '#pricing' } },
  { project: 'Website', options: { element_selector: '#opening-hours' } },
  { project: 'Website', options: { dark_mode: true, retina: true } },
  { project: 'Website' },
];

await using _ = await serveSampleSite(sitePort);
const shown = await startProduct(reachable);
try {
  const { cookie: cookies } = await fillAccount(shown);
  const camera = await startProduct({ ...reachable, BILLING: 'off' });
  try {
    const cameraKey = await createApiKey(camera, (await camera.createPerson()).email);
    mkdirSync(folder, { recursive: true });
    for (const { name, path, steps, wait } of screens) {
      const response = await call(camera, '/screenshots', {
        key: cameraKey,
        body: {
          url: `${shown.url.replace('localhost', '127.0.0.1')}${path}`,
          width: 1280,
          height: 900,
          file_type: 'webp',
          quality: 85,
          wait_for_selector: wait,
          wait_timeout: 30,
          // Signed-in users may see which private addresses can be captured.
          cookies,
          // The welcome has gone.
          delay: 5,
          ...(steps && { steps }),
        },
      });
      const { requestId } = await response.json();
      const image = await imageOf(camera, { id: requestId, key: cameraKey });
      if (image.length > maxBytes) throw new Error(`${name} has ${image.length} bytes.`);
      writeFileSync(join(folder, `${name}.webp`), image);
      process.stdout.write(`${name}: ${image.length} bytes\n`);
    }
  } finally {
    await camera.stop();
  }
} finally {
  await shown.stop();
}

/** Waits for a screenshot and returns its image. */
async function imageOf(
  product: Product,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { headers: { 'x-api-key': key }, signal };
  const url = `${product.url}/api/v1/screenshots/${id}`;
  // The stream ends with the capture.
  await (await fetch(`${url}/events`, options)).text();
  const response = await fetch(`${url}/image`, options);
  if (!response.ok) throw new Error(`${id}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Creates the account whose screens are captured; returns the headers of a session. */
async function fillAccount(product: Product): Promise<Record<string, string>> {
  const { email, password } = person;
  const names = ['--first-name', 'Ada', '--last-name', 'Brandt'];
  await product.admin('user', 'create', '--email', email, '--password', password, ...names);
  await product.admin('credits', 'grant', '--email', email, '--amount', '400');
  const key = await createApiKey(product, email);
  const session = await openSession(product);
  const projects = new Map<string, number>();
  for (const name of ['Campaigns', 'Press', 'Online shop', 'Website']) {
    const response = await call(product, '/projects', { session, body: { name } });
    projects.set(name, (await response.json()).data.project.id);
  }
  for (const { project, path = '/', options } of captures) {
    const url = `${siteUrl}${path}`;
    const body = { url, wait: 25, project_id: projects.get(project), ...options };
    await call(product, '/screenshots', { key, body, expectedStatus: 422 });
  }
  const options = { url: `${siteUrl}/` };
  await call(product, '/screenshot-settings', {
    session,
    body: { name: 'Home page', description: '', options, projectId: projects.get('Website') },
  });
  await call(product, '/webhooks', {
    session,
    body: { name: 'Deploys', webhookUrl: `${siteUrl}/webhooks`, eventIds: '', projectIds: '' },
  });
  return session;
}

/** Returns the headers of a session. */
async function openSession(product: Product): Promise<Record<string, string>> {
  const response = await call(product, '/auth/login', { body: person });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.includes('csrf'))?.split('=')[1] ?? '';
  return { cookie: cookies.join('; '), 'x-csrf-token': decodeURIComponent(token) };
}

async function call(
  product: Product,
  path: string,
  request: {
    readonly key?: string;
    readonly session?: Readonly<Record<string, string>>;
    readonly body: unknown;
    /** Of a capture that fails. */
    readonly expectedStatus?: number;
  },
): Promise<Response> {
  const { key, session, body, expectedStatus } = request;
  const response = await fetch(`${product.url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { 'x-api-key': key }),
      ...session,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok && response.status !== expectedStatus)
    throw new Error(`${path}: ${await response.text()}`);
  return response;
}
