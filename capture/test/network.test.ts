import { afterAll, describe, expect, test } from 'vitest';
import { emulateMachine } from '../src/page/emulated-network.ts';
import { useEngine } from './engine-fixture.ts';
import { startSelfSignedSite } from './fixture-site/self-signed.ts';
import { rgb } from './pixels.ts';

const secure = await startSelfSignedSite();
afterAll(() => secure.close());
const fixture = useEngine({}, { allowPrivateTargets: ['127.0.0.0/8', '::1/128'] });
const green = rgb('#00aa44');

describe('[CO-C16] an untrusted certificate', () => {
  test('fails the capture', async () => {
    expect(await fixture.capture(secure.url)).toMatchObject({ ok: false, reason: 'tls_error' });
  });

  test('is accepted on request, for the page, its frames and its images', async () => {
    const emulation = { areTlsErrorsIgnored: true };
    expect((await fixture.render(secure.url, { emulation })).at(50, 50)).toEqual(green);
    const html = `<style>body{margin:0} iframe{border:0}</style><iframe src="${secure.url}"></iframe>`;
    const source = { kind: 'html', html } as const;
    expect((await fixture.render('/', { source, emulation })).at(50, 50)).toEqual(green);
    expect((await fixture.render('/', { source })).at(50, 50)).not.toEqual(green);
    expect(await fixture.capture(secure.url)).toMatchObject({ reason: 'tls_error' });
  });
});

test('[CO-C14] the network is the one that the page is told of, in its frames and workers as well', async () => {
  const before = fixture.site.seen.length;
  const emulation = { network: 'fast_3g' } as const;
  await fixture.render(`/visitor?other=${fixture.site.otherOrigin}`, { emulation, delayMs: 300 });
  const seen = fixture.site.seen
    .slice(before)
    .filter(({ path }) => path.startsWith('/visitor-seen'))
    .map(({ path }) => new URL(path, 'http://site').searchParams)
    .map((query) => [query.get('from'), JSON.parse(query.get('seen') ?? '').network]);
  for (const place of ['page', 'frame', 'worker']) expect(seen).toContainEqual([place, '3g']);
});

test('[CO-C15] the processor of the page is slower, which takes real time', async () => {
  const sent: unknown[] = [];
  const session = {
    send: (...call: unknown[]) => Promise.resolve(sent.push(call)) as never,
    on: () => () => undefined,
  };
  await Promise.all([{ cpuSlowdown: 4 }, {}].flatMap((one) => emulateMachine(session, one)));
  expect(sent).toEqual([['Emulation.setCPUThrottlingRate', { rate: 4 }]]);
  const { result } = await fixture.render('/green', { emulation: { cpuSlowdown: 4 } });
  expect(result.report.waiting).toMatchObject({ clock: 'real', fallback: null });
});
