import { describe, expect, test } from 'vitest';
import { findDevice } from '../src/devices.ts';
import { useEngine, type SpecPart } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine();
const [green, red] = [rgb('#00aa44'), rgb('#ff0000')];
const documents = ['page', 'frame', 'other'] as const;
const places = [...documents, 'worker', 'shared', 'service'] as const;

/** Captures the page and returns what each place has seen, and the requests. */
async function seenWith(part: SpecPart) {
  const before = fixture.site.seen.length;
  const rendering = await fixture.render(`/visitor?other=${fixture.site.otherOrigin}`, {
    delayMs: 300,
    ...part,
  });
  const requests = fixture.site.seen.slice(before);
  const values = new Map(
    requests
      .filter(({ path }) => path.startsWith('/visitor-seen'))
      .map(({ path }) => new URL(path, 'http://site').searchParams)
      .map((query) => [query.get('from'), JSON.parse(query.get('seen') ?? '')]),
  );
  return { rendering, requests, values };
}

describe('the visitor', () => {
  test('[CO-C1] [CO-C2] media features and type apply together, in the page and all its frames', async () => {
    const mediaFeatures = {
      'prefers-color-scheme': 'dark',
      'prefers-reduced-motion': 'reduce',
      'prefers-contrast': 'more',
      'forced-colors': 'active',
      'prefers-reduced-transparency': 'reduce',
    };
    const { values } = await seenWith({
      emulation: { mediaFeatures, mediaType: 'print' },
    });
    for (const place of documents) {
      expect(values.get(place)).toMatchObject({
        dark: true,
        motion: true,
        contrast: true,
        forced: true,
        transparency: true,
        print: true,
      });
    }
  });

  test('[CO-C1] dark mode decides the pixels of the page and of a frame of another site', async () => {
    const emulation = { mediaFeatures: { 'prefers-color-scheme': 'dark' } };
    const dark = (await seenWith({ emulation })).rendering;
    const light = (await seenWith({})).rendering;
    const seen = (one: typeof dark) => [one.at(50, 50), one.at(50, 350), one.at(400, 350)];
    expect(seen(dark)).toEqual([green, green, green]);
    expect(seen(light)).toEqual([red, red, red]);
  });

  test('[CO-C3] the time zone is the same in the page, its frames and its workers', async () => {
    const { values } = await seenWith({ emulation: { timezone: 'Asia/Tokyo' } });
    for (const place of places) {
      expect([place, values.get(place)]).toMatchObject([
        place,
        { timeZone: 'Asia/Tokyo', hour: 9 },
      ]);
    }
  });

  test('[CO-C4] the languages are those of every header, frame and worker', async () => {
    const { values, requests } = await seenWith({ emulation: { languages: 'de-DE,fr' } });
    for (const place of places) {
      expect([place, values.get(place)]).toMatchObject([
        place,
        { language: 'de-DE', languages: ['de-DE', 'fr'], locale: 'de-DE' },
      ]);
    }
    const page = requests.find(({ path }) => path.startsWith('/visitor?'));
    expect(page?.headers['accept-language']).toMatch(/^de-DE,fr(;q=0\.9)?$/);
    for (const { headers } of requests.filter(({ path }) => !path.includes('service'))) {
      expect(headers['accept-language']).toMatch(/^de-DE,fr/);
    }
  });

  test('[CO-C5] the position is granted to secure pages', async () => {
    const geolocation = { latitude: 52.52, longitude: 13.405, accuracy: 50 };
    const { values } = await seenWith({ emulation: { geolocation } });
    expect(values.get('page').position).toEqual([52.52, 13.405, 50]);
    expect(values.get('page').notifications).not.toBe('granted');
  });

  test('[CO-C5] a page without https cannot read the position, which is a warning', async () => {
    const geolocation = { latitude: 52.52, longitude: 13.405, accuracy: 50 };
    const proxyUrl = `http://user:pass@127.0.0.1:${fixture.site.port}`;
    const warningsOf = async (target: string) =>
      (await fixture.render(target, { proxyUrl, emulation: { geolocation } })).result.report
        .warnings;
    expect(await warningsOf('http://93.184.216.34/green')).toEqual([
      { option: 'latitude', message: expect.stringContaining('https') },
    ]);
    expect(await warningsOf(`${fixture.site.otherOrigin}/green`)).toEqual([]);
  });
});

test('[CO-C1] [CO-C3] [CO-C4] a deterministic page has the same visitor, and UTC only by default', async () => {
  const determinism = { startMs: 1_735_689_600_000, seed: 1 };
  const { rendering, values } = await seenWith({
    determinism,
    emulation: {
      timezone: 'Asia/Tokyo',
      languages: 'de-DE,fr',
      mediaFeatures: { 'prefers-color-scheme': 'dark' },
    },
  });
  expect([rendering.at(50, 50), rendering.at(50, 350), rendering.at(400, 350)]).toEqual([
    green,
    green,
    green,
  ]);
  const [hour, locale] = [9, 'de-DE'];
  for (const place of places) {
    expect(values.get(place)).toMatchObject({ timeZone: 'Asia/Tokyo', hour, locale });
  }
  for (const place of documents) {
    expect(values.get(place)).toMatchObject({ dark: true, motion: true });
  }
  expect((await seenWith({ determinism })).values.get('page').timeZone).toBe('UTC');
});

test('[CO-C6] permissions are granted only if they are asked for', async () => {
  const granted = await seenWith({ emulation: { permissions: ['notifications'] } });
  const usual = await seenWith({});
  expect(granted.values.get('page').notifications).toBe('granted');
  expect(usual.values.get('page').notifications).not.toBe('granted');
});

describe('[CO-C7] the user agent of the caller', () => {
  test('is sent as it is by every request, and its client hints agree with it', async () => {
    const userAgent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.71 Safari/537.36';
    const { values, requests } = await seenWith({ emulation: { userAgent } });
    const sent = requests.filter(({ path }) => path !== '/visitor.js?from=service');
    expect(new Set(sent.map(({ headers }) => headers['user-agent']))).toEqual(new Set([userAgent]));
    const page = requests.find(({ path }) => path.startsWith('/visitor?'));
    expect(page?.headers).toMatchObject({
      'sec-ch-ua': expect.stringContaining('"Google Chrome";v="120"'),
      'sec-ch-ua-platform': '"Windows"',
      'sec-ch-ua-mobile': '?0',
    });
    for (const place of places) {
      expect(values.get(place)).toMatchObject({ userAgent, platform: 'Win32' });
      expect(values.get(place).hints.fullVersionList).toContainEqual({
        brand: 'Google Chrome',
        version: '120.0.6099.71',
      });
    }
  });

  test('has no client hints if its browser sends none, and replaces that of a device', async () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const viewport = findDevice('Pixel 7');
    const { values, requests } = await seenWith({
      ...(viewport && { viewport }),
      emulation: { userAgent },
    });
    const page = requests.find(({ path }) => path.startsWith('/visitor?'));
    expect(page?.headers['user-agent']).toBe(userAgent);
    expect(page?.headers).not.toHaveProperty('sec-ch-ua');
    expect(values.get('page').userAgent).toBe(userAgent);
  });
});

test('[CO-C10] a strict policy of the page is bypassed only if that is asked for', async () => {
  const bypassed = await fixture.render('/strict-policy', { emulation: { isCspBypassed: true } });
  const usual = await fixture.render('/strict-policy');
  expect([bypassed.at(5, 5), usual.at(5, 5)]).toEqual([green, rgb('#ffffff')]);
});

describe('[CO-C8] cookies', () => {
  const cookie = { path: '/', isSecure: false, isHttpOnly: false } as const;

  test('are sent with the first request, to their own host only', async () => {
    const url = fixture.site.origin;
    const { values, requests } = await seenWith({
      cookies: [
        { ...cookie, url, name: 'session', value: 'abc', isHttpOnly: true },
        { ...cookie, url, name: 'theme', value: 'dark' },
      ],
    });
    const page = requests.find(({ path }) => path.startsWith('/visitor?'));
    expect(page?.headers.cookie?.split('; ').toSorted()).toEqual(['session=abc', 'theme=dark']);
    expect(values.get('page').cookie).toBe('theme=dark');
    const foreign = requests.filter(({ headers }) => headers.host?.startsWith('localhost'));
    expect(foreign.length).toBeGreaterThan(0);
    for (const { headers } of foreign) expect(headers.cookie).toBeUndefined();
  });

  test('are unknown to the next capture', async () => {
    const url = fixture.site.origin;
    await fixture.render('/green', { cookies: [{ ...cookie, url, name: 'left', value: 'over' }] });
    const { requests } = await seenWith({});
    for (const { headers } of requests) expect(headers.cookie).toBeUndefined();
  });
});

describe('[CO-C9] basic authentication', () => {
  test('answers the challenge of the origin of the page', async () => {
    const basicAuth = { user: 'ada', password: 'secret' };
    expect((await fixture.render('/private', { basicAuth })).at(5, 5)).toEqual(green);
    expect((await fixture.render('/private')).at(5, 5)).toEqual(red);
  });

  test('fails the capture if the server rejects the credentials, after one attempt', async () => {
    const before = fixture.site.seen.length;
    const result = await fixture.capture('/private', {
      basicAuth: { user: 'ada', password: 'wrong' },
    });
    expect(result).toMatchObject({ ok: false, reason: 'host_returned_error', isRetryable: false });
    expect(JSON.stringify(result)).not.toContain('wrong');
    const sent = fixture.site.seen
      .slice(before)
      .filter(({ path, headers }) => path === '/private' && headers.authorization !== undefined);
    expect(sent).toHaveLength(1);
  });

  test('never sends the credentials to another origin', async () => {
    const basicAuth = { user: 'ada', password: 'secret' };
    const before = fixture.site.seen.length;
    const target = `${fixture.site.otherOrigin}/private`;
    await fixture.render(`/to?url=${encodeURIComponent(target)}`, { basicAuth });
    const sent = fixture.site.seen.slice(before).filter(({ path }) => path === '/private');
    expect(sent.length).toBeGreaterThan(0);
    for (const { headers } of sent) expect(headers.authorization).toBeUndefined();
  });
});

describe('[CO-C11] custom headers for all requests', () => {
  const part = { headers: { 'x-own': 'yes' }, headersScope: 'all', delayMs: 300 } as const;

  test('reach other origins, their frames and workers', async () => {
    const { requests } = await seenWith(part);
    for (const one of [
      '/visitor?',
      '/visitor-frame?from=other',
      '/visitor-seen?from=other',
      '/visitor-seen?from=worker',
    ]) {
      const request = requests.find(({ path }) => path.startsWith(one));
      expect([one, request?.headers['x-own']]).toEqual([one, 'yes']);
    }
  });

  test('are sent by pasted HTML', async () => {
    const html = `<img src="${fixture.site.origin}/color/00aa44.png?scope-all">`;
    await fixture.render('/', { ...part, source: { kind: 'html', html } });
    const request = fixture.site.seen.find(({ path }) => path.endsWith('?scope-all'));
    expect(request?.headers['x-own']).toBe('yes');
  });
});
