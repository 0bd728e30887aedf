import { describe, expect, test } from 'vitest';
import { useEngine, type SpecPart } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine();
const [red, green] = ['#ff0000', '#00aa44'].map(rgb);
const deterministic: SpecPart = { determinism: { startMs: 1_735_689_600_000, seed: 1 } };

async function captureBanner(path: string, wanted: SpecPart['consent'], part: SpecPart = {}) {
  const before = fixture.site.seen.length;
  const { at, heightPx, result } = await fixture.render(
    `/consent-${path}?other=${fixture.site.otherOrigin}`,
    { ...part, ...(wanted && { consent: wanted }) },
  );
  const paths = fixture.site.seen.slice(before).map((request) => request.path);
  const answers = paths.flatMap((one) => /consent=(\w+)/.exec(one)?.[1] ?? []);
  const { consent, warnings } = result.report;
  return { at, heightPx, answers, consent, warnings };
}

const kinds = [
  ['onetrust', { manager: 'Onetrust' }],
  ['rule', { manager: 'cookiefirst.com' }],
  ['unknown', { manager: expect.stringMatching(/^HEURISTIC/) }],
  ['frame', { manager: 'Sourcepoint-frame' }],
  ['shadow', { manager: 'usercentrics-api' }],
  // The name may go with the document.
  ['reload', {}],
] as const;

describe('[CO-B11] a banner of the kind', () => {
  test.each(kinds)('%s is rejected, which the report says', async (path, more) => {
    const usual = await captureBanner(path, undefined);
    expect([usual.at(900, 700), usual.consent]).toEqual([red, null]);
    const { at, answers, consent } = await captureBanner(path, { action: 'reject' });
    expect({ answers, consent }).toMatchObject({
      answers: ['rejected'],
      consent: { outcome: 'rejected', ...more },
    });
    expect([at(900, 300), at(900, 700)]).toEqual([green, green]);
  });

  test.each(kinds)('%s is accepted on request', async (path) => {
    const { at, answers, consent } = await captureBanner(path, { action: 'accept' });
    expect({ answers, consent }).toMatchObject({
      answers: ['accepted'],
      consent: { outcome: 'accepted' },
    });
    expect([at(900, 300), at(900, 700)]).toEqual([green, green]);
  });

  test.each([...kinds.map(([path]) => path), 'ok'])(
    '%s is hidden without an answer',
    async (path) => {
      const { at, answers, consent } = await captureBanner(path, { action: 'hide' });
      expect({ answers, consent }).toMatchObject({
        answers: [],
        consent: { outcome: 'hidden', clicks: 0 },
      });
      expect([at(900, 300), at(900, 700)]).toEqual([green, green]);
    },
  );
});

describe('[CO-B11] consent', () => {
  test('is hidden where it cannot be rejected, whatever the page claims', async () => {
    const { at, consent, warnings } = await captureBanner('ok', { action: 'reject' });
    expect(consent).toMatchObject({ outcome: 'hidden' });
    expect(warnings).toEqual([
      {
        option: 'cookie_banner_action',
        message: 'The banner could not be rejected, so it was hidden.',
      },
    ]);
    expect(at(900, 700)).toEqual(green);
  });

  test.each([{ isJavaScriptDisabled: true }, { isFullPage: true }, deterministic])(
    'is handled with other options: %j',
    async (part) => {
      const { at, heightPx, consent } = await captureBanner('rule', { action: 'reject' }, part);
      const outcome = part.isJavaScriptDisabled === true ? 'hidden' : 'rejected';
      expect(consent).toMatchObject({ outcome });
      expect(at(900, heightPx - 20)).toEqual(green);
    },
  );

  test('leaves a page that scrolls', async () => {
    const injectJs = `if (getComputedStyle(document.body).overflowY === 'hidden') document.body.innerHTML = '<div style="position:fixed;inset:0;background:#ff0000">'`;
    const { at } = await captureBanner('onetrust', { action: 'reject' }, { injectJs });
    expect(at(900, 300)).toEqual(green);
  });

  test('is not found in a sticky header, and a page without a banner stays as it is', async () => {
    const { at, consent } = await captureBanner('none', { action: 'reject' });
    expect(consent).toEqual({ outcome: 'none', manager: null, clicks: 0, ms: expect.any(Number) });
    expect(at(900, 300)).toEqual(green);
  });
});
