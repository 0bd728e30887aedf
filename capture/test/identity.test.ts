import { describe, expect, test } from 'vitest';
import { findDevice } from '../src/devices.ts';
import { useEngine, type EngineFixture, type SpecPart } from './engine-fixture.ts';

const places = ['page', 'frame', 'other', 'worker', 'shared', 'service'] as const;
const chromium = /^HeadlessChrome\/((\d+)\.[\d.]+)$/;

/** Captures the page and returns the identity in each place, and the headers of all its requests. */
async function seenBy(fixture: EngineFixture, part: SpecPart = {}) {
  const before = fixture.site.seen.length;
  const { report } = (
    await fixture.render(`/identity?other=${fixture.site.otherOrigin}`, { delayMs: 300, ...part })
  ).result;
  const requests = fixture.site.seen.slice(before);
  const values = new Map(
    requests
      .filter(({ path }) => path.startsWith('/identity-seen'))
      .map(({ path }) => new URL(path, 'http://site').searchParams)
      .map((query) => [query.get('from'), JSON.parse(query.get('seen') ?? '')]),
  );
  const [, version = '', major = ''] = chromium.exec(report.browserVersion) ?? [];
  return { requests, values, version, major, first: requests[0] };
}

describe('by default', () => {
  const fixture = useEngine();

  test('[EN-1] no request, frame or worker says "Headless"; all name the real version', async () => {
    const { requests, values, version, major, first } = await seenBy(fixture);
    expect(JSON.stringify([requests, [...values]])).not.toContain('Headless');
    const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
    const brands = [
      { brand: 'Not:A-Brand', version: '8' },
      { brand: 'Chromium', version: major },
    ];
    for (const place of places) {
      expect(values.get(place)).toMatchObject({
        userAgent,
        platform: 'Linux x86_64',
        hints: { brands, mobile: false, platform: 'Linux', formFactors: ['Desktop'] },
      });
      const full = values.get(place).hints.fullVersionList;
      expect(full).toContainEqual({ brand: 'Chromium', version });
    }
    for (const { headers } of requests) expect(headers['user-agent']).toBe(userAgent);
    expect(first?.headers).toMatchObject({
      'sec-ch-ua': `"Not:A-Brand";v="8", "Chromium";v="${major}"`,
      'sec-ch-ua-mobile': '?0',
      'sec-ch-ua-platform': '"Linux"',
    });
  });

  test('[EN-2] each request accepts the languages that the page reads', async () => {
    const { requests, values } = await seenBy(fixture);
    for (const { headers } of requests) {
      expect(headers['accept-language']).toMatch(/^en-US,en(;q=0\.9)?$/);
    }
    for (const place of places) {
      const languages = { language: 'en-US', languages: ['en-US', 'en'] };
      expect(values.get(place)).toMatchObject(languages);
    }
    expect(values.get('page').webdriver).toBe(true);
  });

  test('[EN-3] an emulated phone is the same phone in headers, frames and workers', async () => {
    const viewport = findDevice('Pixel 7');
    const { requests, values, version, major, first } = await seenBy(fixture, {
      ...(viewport && { viewport }),
    });
    const userAgent = viewport?.userAgent.replace(/Chrome\/[\d.]+/, `Chrome/${major}.0.0.0`);
    for (const place of places) {
      expect(values.get(place)).toMatchObject({
        userAgent,
        platform: 'Linux armv8l',
        hints: {
          mobile: true,
          platform: 'Android',
          platformVersion: '14.0.0',
          model: 'Pixel 7',
          architecture: '',
          bitness: '',
          formFactors: ['Mobile'],
        },
      });
      const full = values.get(place).hints.fullVersionList;
      expect(full).toContainEqual({ brand: 'Google Chrome', version });
    }
    expect(first?.headers).toMatchObject({
      'user-agent': userAgent,
      'sec-ch-ua-mobile': '?1',
      'sec-ch-ua-platform': '"Android"',
    });
    expect(JSON.stringify(requests)).not.toContain('Headless');
  });

  test('[EN-3] a device with another browser sends no client hints, not even at first', async () => {
    const viewport = findDevice('iPhone 15');
    const { requests, values } = await seenBy(fixture, { ...(viewport && { viewport }) });
    const pages = requests.filter(({ path }) => path.startsWith('/identity?'));
    expect(pages).toHaveLength(1);
    for (const { headers } of pages) expect(headers).not.toHaveProperty('sec-ch-ua');
    for (const place of places) {
      expect(values.get(place)).toMatchObject({
        userAgent: viewport?.userAgent,
        platform: 'iPhone',
      });
    }
  });
});

describe('by the settings of the operator', () => {
  const identity = {
    languages: 'de-DE,de,en',
    userAgentToken: 'Example/2.1 (+https://example.com/bot)',
    isWebdriver: false,
  };
  const fixture = useEngine({}, { identity });

  test('[EN-1] the product token ends every user agent and is one of the brands', async () => {
    const { requests, values, major, first } = await seenBy(fixture);
    for (const { headers } of requests) {
      expect(headers['user-agent']).toMatch(
        / Safari\/537\.36 Example\/2\.1 \(\+https:\/\/example\.com\/bot\)$/,
      );
    }
    const sent = `"Not:A-Brand";v="8", "Chromium";v="${major}", "Example";v="2"`;
    expect(first?.headers['sec-ch-ua']).toBe(sent);
    for (const place of places) {
      const full = values.get(place).hints.fullVersionList;
      expect(full).toContainEqual({ brand: 'Example', version: '2.1' });
      expect(values.get(place).userAgent).toContain('Example/2.1');
    }
  });

  test('[EN-2] the languages and navigator.webdriver are as configured', async () => {
    const { requests, values } = await seenBy(fixture);
    for (const { headers } of requests) {
      expect(headers['accept-language']).toMatch(/^de-DE,de(;q=0\.9)?,en(;q=0\.8)?$/);
    }
    for (const place of places) expect(values.get(place).languages).toEqual(['de-DE', 'de', 'en']);
    for (const place of ['page', 'frame', 'other']) expect(values.get(place).webdriver).toBe(false);
  });
});
