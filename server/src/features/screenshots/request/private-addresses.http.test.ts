import type { IncomingMessage, ServerResponse } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  privateIpv4,
  privateIpv6,
  spellings,
} from '../../../../../capture/test/egress-spellings.ts';
import { startCanary, type Canary } from '../../../../test/canary.ts';
import { requestingPage, requestKinds, type UrlOf } from '../../../../test/requesting-page.ts';
import {
  openScreenshotsApp,
  readJson,
  type TestCustomer,
} from '../../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let canary: Canary;
/** Paths of the requests received by the site. */
const requested: string[] = [];
beforeAll(async () => {
  canary = await startCanary();
  app = await openScreenshotsApp(respond);
});
afterAll(async () => {
  await app.close();
  canary.close();
});

/** Spellings of this machine's own host. */
const thisMachine = [
  '127.0.0.1',
  '127.0.0.2',
  '127.0.0.1.',
  'localhost',
  'localhost.',
  'a.localhost',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '0',
  '0.0.0.0',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  '１２７.０.０.１',
  'user:pass@127.0.0.1',
];
const canaryUrl = (index: number, path = '/'): string =>
  `http://${thisMachine[index % thisMachine.length]}:${canary.port}${path}`;
const green = '<!doctype html><style>body{margin:0;background:#00aa44}</style><body>';

/**
 * A public site that attacks the capture: `/go/<method>?to=<url>` redirects or navigates, `/attack`
 * sends every kind of request, `/control/…` is allowed.
 */
function respond(req: IncomingMessage, res: ServerResponse): void {
  const url = new URL(req.url ?? '/', 'http://site');
  requested.push(url.pathname);
  const to = url.searchParams.get('to') ?? '';
  const how = url.pathname.split('/')[2] ?? '';
  res.setHeader('content-type', 'text/html; charset=utf-8');
  res.setHeader('access-control-allow-origin', '*');
  if (url.pathname.startsWith('/control/')) return void res.end('/* allowed */');
  if (url.pathname === '/attack') return attack(res);
  if (/^\d+$/.test(how))
    return void res.writeHead(Number(how), { location: new URL(to).href }).end();
  if (how === 'twice') {
    const next = `/go/302?to=${encodeURIComponent(to)}`;
    return void res.writeHead(302, { location: next }).end();
  }
  if (how === 'refresh') res.setHeader('refresh', `0;url=${to}`);
  const frame = `<iframe src="${to}" style="position:fixed;inset:0;width:100%;height:100%"></iframe>`;
  res.end(green + (how === 'frame' ? frame : (navigations[how]?.(to) ?? '')));
}

/** Markup by name that makes a page navigate to another URL. */
const navigations: Readonly<Record<string, (to: string) => string>> = {
  refresh: () => '',
  meta: (to) => `<meta http-equiv="refresh" content="0;url=${to}">`,
  location: (to) => `<script>location.href = '${to}'</script>`,
  replace: (to) => `<script>onload = () => location.replace('${to}')</script>`,
  link: (to) => `<a href="${to}">x</a><script>document.links[0].click()</script>`,
  form: (to) =>
    `<form method="post" action="${to}"></form><script>document.forms[0].submit()</script>`,
  top: (to) => `<iframe srcdoc="<script>top.location = '${to}'</script>"></iframe>`,
};

function attack(res: ServerResponse): void {
  const csp = `img-src 'none'; report-uri ${canaryUrl(0, '/report')} /control/report`;
  res.setHeader('content-security-policy-report-only', csp);
  const links = [canaryUrl(1), '/control/linkheader'];
  res.setHeader('link', links.map((link) => `<${link}>; rel=preload; as=script`).join(', '));
  res.end(requestingPage(urlsFor(app.siteUrl)));
}

/**
 * Returns functions for three URLs: a private one, one that the site redirects to a private one,
 * and an allowed one.
 */
function urlsFor(site: string): UrlOf[] {
  let index = 0;
  const canaryOf: UrlOf = (kind) => canaryUrl((index += 1), `/${kind}`);
  return [
    canaryOf,
    (kind) => `${site}/go/302?to=${encodeURIComponent(canaryOf(kind))}`,
    (kind) => `${site}/control/${kind}`,
  ];
}

/** Sends a capture request; returns the error response or the finished capture. */
async function outcomeOf(customer: TestCustomer, body: object, path = '/screenshots') {
  const res = await customer.byKey(path, { width: 300, height: 200, ...body });
  const response = await readJson(res);
  if (res.status !== 202) return { httpStatus: res.status, ...response };
  await app.untilEnded(customer, response.requestId);
  const { data } = await readJson(await customer.byKey(`/screenshots/${response.requestId}`));
  return { httpStatus: res.status, ...data };
}

async function cornerOf(customer: TestCustomer, id: string): Promise<number[]> {
  const image = await customer.byKey(`/screenshots/${id}/image`);
  const { data, info } = await sharp(Buffer.from(await image.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = data.length - info.channels;
  return [...data.subarray(at, at + 3)];
}

test('private hosts in every spelling are rejected as url and as proxy_url: nothing is dialled, stored or charged', async () => {
  const customer = await app.customer();
  const hosts = [
    ...privateIpv4.flatMap(spellings),
    ...privateIpv6.map((ip) => `[${ip}]`),
    ...thisMachine,
    'metadata',
    'metadata.google.internal',
    'instance-data.ec2.internal',
    'printer.local',
    'nas.lan',
    'hidden.onion',
    'intranet',
  ];
  const codes = new Set(['url_not_allowed', 'invalid_url', 'invalid_proxy_url']);
  const wrong: unknown[] = [];
  const check = async (path: string, body: object, field: string) => {
    const res = await customer.byKey(path, body);
    const { code, message, creditsCharged, details } = await readJson(res);
    const isClear = String(message).startsWith(`${field}: `) && message.split(' ').length > 4;
    const isRejected = (res.status === 400 || res.status === 403) && codes.has(code);
    const isNamed = details?.fields?.[0]?.path === field;
    if (!isRejected || !isClear || !isNamed || creditsCharged !== 0)
      wrong.push([body, code, message]);
  };
  for (const host of hosts) {
    const url = `http://${host}:${canary.port}/`;
    await check('/screenshots', { url }, 'url');
    await check('/screenshots', { url: 'http://93.184.216.34/', proxy_url: url }, 'proxy_url');
  }
  // The service's own URLs.
  await check('/screenshots', { url: app.url }, 'url');
  await check('/screenshots', { url: app.siteUrl, proxy_url: app.url }, 'proxy_url');
  expect(wrong).toEqual([]);
  expect(hosts.length).toBeGreaterThan(500);
  expect(canary.receivedCount()).toBe(0);
  expect(await customer.balance()).toEqual({ available: 100, held: 0 });
  expect((await readJson(await customer.byKey('/screenshots'))).meta.total).toBe(0);
});

/**
 * Kinds whose control request is not guaranteed. The control requests of all other kinds show that
 * their private requests could have been sent.
 */
const unobservable = new Set([
  'popup',
  'prerender',
  'preconnect',
  'icon',
  'manifest',
  'webrtc',
  'webtransport',
]);
const missingRequests = (kinds: readonly string[]): string[] =>
  kinds.filter((kind) => !unobservable.has(kind) && !requested.includes(`/control/${kind}`));

/**
 * Captures an attacking page up to three times, and returns the kinds that have not been requested. A browser sends
 * prefetches and beacons last, and on a busy machine not before the image is taken.
 */
async function missingAfterAttack(path: string, body: object, kinds: readonly string[]) {
  const customer = await app.customer();
  requested.length = 0;
  for (let captures = 0; captures < 3 && missingRequests(kinds).length > 0; captures += 1) {
    const end = await outcomeOf(customer, { ...body, delay: 2 }, path);
    expect(end).toMatchObject({ status: 'COMPLETE', creditsCharged: 1 });
    expect(end.report.blockedRequestCount).toBeGreaterThan(50);
    expect(canary.receivedCount()).toBe(0);
  }
  return missingRequests(kinds);
}

test('a page that requests private hosts in every possible way, directly and by redirect, reaches none', async () => {
  const kinds = [...requestKinds, 'linkheader', 'report'];
  const body = { url: `${app.siteUrl}/attack` };
  expect(await missingAfterAttack('/screenshots', body, kinds)).toEqual([]);
});

test('pasted HTML that requests private hosts in every possible way reaches none', async () => {
  const onlyOfItsOrigin = new Set(['eventsource', 'speculation', 'svguse']);
  const kinds = requestKinds.filter((kind) => !onlyOfItsOrigin.has(kind));
  const body = { html: requestingPage(urlsFor(app.siteUrl)) };
  expect(await missingAfterAttack('/html-to-image', body, kinds)).toEqual([]);
});

const redirects = ['301', '302', '303', '307', '308', 'twice'];
test.for(redirects.map((how, i) => [how, i * 3] as const))(
  'a redirect (%s) to a private host, spelling %i, fails with a message, reaches nothing and costs nothing',
  async ([how, spelling]) => {
    const customer = await app.customer();
    const to = canaryUrl(spelling);
    const url = `${app.siteUrl}/go/${how}?to=${encodeURIComponent(to)}`;
    const end = await outcomeOf(customer, { url });
    expect(end).toMatchObject({ status: 'FAILED', code: 'url_not_allowed', creditsCharged: 0 });
    expect(end.message).toMatch(/^The (IP address|host name ".+") is not public\.( .*\.)?$/);
    expect(canary.receivedCount()).toBe(0);
    expect(await customer.balance()).toEqual({ available: 100, held: 0 });
  },
);

test.for(Object.keys(navigations).map((how, i) => [how, i * 3 + 1] as const))(
  'a page that navigates (%s) to a private host, spelling %i, reaches nothing and fails or is captured as it was before',
  async ([how, spelling]) => {
    const customer = await app.customer();
    const to = canaryUrl(spelling);
    const url = `${app.siteUrl}/go/${how}?to=${encodeURIComponent(to)}`;
    const end = await outcomeOf(customer, { url, delay: 0.5 });
    const outcome = end.status === 'COMPLETE' ? await cornerOf(customer, end.id) : end.code;
    expect(['url_not_allowed', [0, 170, 68]]).toContainEqual(outcome);
    expect(canary.receivedCount()).toBe(0);
  },
);

test('a frame of a private host remains empty, and the page around it is captured', async () => {
  const customer = await app.customer();
  const to = encodeURIComponent(canaryUrl(0));
  const end = await outcomeOf(customer, { url: `${app.siteUrl}/go/frame?to=${to}` });
  expect(end).toMatchObject({ status: 'COMPLETE', creditsCharged: 1 });
  expect(await cornerOf(customer, end.id)).toEqual([0, 170, 68]);
  expect(canary.receivedCount()).toBe(0);
});

test('a redirect of a customer’s proxy reaches no private host, neither through the proxy nor directly', async () => {
  const customer = await app.customer();
  const to = encodeURIComponent(canaryUrl(0));
  const url = `http://93.184.216.34/go/302?to=${to}`;
  const end = await outcomeOf(customer, { url, proxy_url: app.siteUrl });
  expect(end).toMatchObject({ status: 'FAILED', code: 'url_not_allowed', creditsCharged: 0 });
  expect(canary.receivedCount()).toBe(0);
});

test('open and closed ports of the private network produce identical errors', async () => {
  const customer = await app.customer();
  const responses = [];
  for (const port of [canary.port, canary.port === 65_535 ? 65_534 : canary.port + 1]) {
    const to = encodeURIComponent(`http://127.0.0.2:${port}/`);
    const { status, code, message } = await outcomeOf(customer, {
      url: `${app.siteUrl}/go/302?to=${to}`,
    });
    responses.push({ status, code, message });
  }
  expect(responses[1]).toEqual(responses[0]);
  expect(canary.receivedCount()).toBe(0);
});
