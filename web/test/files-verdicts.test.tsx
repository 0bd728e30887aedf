import type { Screenshot, StoredFile, WaitReport } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { reasonSentence } from '../src/features/files/preview/verdict.rules.ts';
import { durationText, timelineOf } from '../src/features/files/preview/timeline.rules.ts';
import { aScreenshot, fakeServer, mockEndpoint } from './fake-api.ts';
import { aFile, openFiles, rows } from './files.page.tsx';

const ok = aFile(1, { verdict: { kind: 'ok', reasons: [], confidence: 'high' } });
const blank = aFile(2, {
  creditsCharged: 0,
  verdict: { kind: 'blank', reasons: ['uniform_image'], confidence: 'high' },
});
const challenge = aFile(3, {
  verdict: {
    kind: 'bot_challenge',
    reasons: ['challenge_aws_waf', 'new_reason'],
    confidence: 'low',
  },
});
const old = aFile(4);
const waiting: WaitReport = {
  clock: 'virtual',
  fallback: null,
  waitedFor: [
    { reason: 'requests', clockMs: 300, realMs: 300 },
    { reason: 'animations', clockMs: 1_500, realMs: 100 },
    { reason: 'fonts', clockMs: 0, realMs: 0 },
  ],
  requests: [{ kind: 'content', url: 'https://site-2.example/data.json', waitedMs: 290 }],
  underWay: [{ kind: 'stream', url: 'https://site-2.example/live' }],
};
const timings: Screenshot['timings'] = {
  queueMs: 5,
  navigateMs: 600,
  waitMs: 400,
  captureMs: 80,
  storeMs: 10,
  totalMs: 1_095,
};

const numbers = () => rows().map((row) => /site-(\d)/.exec(row.textContent ?? '')?.[1]);

async function openDetails(file: StoredFile, change: Partial<Screenshot> = {}) {
  fakeServer.use(
    mockEndpoint('getScreenshot', aScreenshot(1, { waiting, timings, ...change })).handler,
  );
  await openFiles([ok, blank, challenge, old], `?file=${file.id}`);
  return within(await screen.findByRole('complementary', { name: 'Details' }));
}

test('[CO-A1] the details list what options could not do, and nothing else', async () => {
  const message = 'The device has 3 device pixels per CSS pixel already.';
  const report = { warnings: [{ option: 'retina', message }] };
  const details = await openDetails(ok, { report });
  const list = within(await details.findByRole('list', { name: 'Warnings' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `retina${message}`,
  ]);
});

test('[CO-A1] a file without warnings has no such section', async () => {
  const details = await openDetails(ok, { report: { warnings: [] } });
  await details.findByRole('heading', { name: 'Options' });
  expect(details.queryByRole('heading', { name: 'Warnings' })).toBeNull();
});

test('[CO-B14] the details list what was blocked and changed, and nothing that was not', async () => {
  const report: Screenshot['report'] = {
    blocked: { ads: 6, trackers: 1, chats: 0, socials: 0, types: 0, patterns: 2 },
    blockedHosts: ['ads.example', 'stats.example'],
    consent: { outcome: 'rejected', manager: 'Onetrust', clicks: 1, ms: 200 },
    hidden: 1,
    removed: [
      { selector: '.a', count: 2 },
      { selector: '.b', count: 0 },
    ],
    masked: 0,
  };
  const details = await openDetails(ok, { report });
  const section = await details.findByRole('region', { name: 'Cleanup' });
  expect(section.querySelector('dl')?.textContent).toBe(
    'Cookie bannerRejected (Onetrust)Blocked requests6 ads, 1 tracker, 2 by URL' +
      'Blocked hostsads.example, stats.exampleHidden1 elementRemoved2 elements',
  );
});

test('[CO-B14] a file of which nothing was cleaned has no such section', async () => {
  const blocked = { ads: 0, types: 0 };
  const details = await openDetails(ok, { report: { blocked, hidden: 0, consent: null } });
  await details.findByRole('heading', { name: 'Options' });
  expect(details.queryByRole('heading', { name: 'Cleanup' })).toBeNull();
});

describe('verdicts in the list', () => {
  test('[FM-28] a file whose image shows something else than the page has a badge', async () => {
    await openFiles([ok, blank, challenge, old]);
    await screen.findByText('https://site-2.example/');
    const badges = rows().map(
      (row) => within(row).queryByText(/^(Blank page|Bot check|No problems)$/)?.textContent,
    );
    expect(badges).toEqual([undefined, 'Blank page', 'Bot check', undefined]);
  });

  test('[FM-28] files are filtered by verdict, in the URL', async () => {
    const app = await openFiles([ok, blank, challenge, old], '?verdict=flagged&page=1');
    await waitFor(() => expect(numbers()).toEqual(['2', '3']));
    await app.user.click(screen.getByRole('combobox', { name: 'Verdict' }));
    await app.user.click(await screen.findByRole('option', { name: 'Bot check' }));
    await waitFor(() => expect(numbers()).toEqual(['3']));
    expect(app.path()).toBe('/dashboard/files?verdict=bot_challenge');
    await app.user.click(screen.getByRole('combobox', { name: 'Verdict' }));
    await app.user.click(await screen.findByRole('option', { name: 'All verdicts' }));
    await waitFor(() => expect(numbers()).toEqual(['1', '2', '3', '4']));
    expect(app.path()).toBe('/dashboard/files');
  });

  test('[FM-28] an unknown verdict in the URL filters nothing, and the search finds verdicts', async () => {
    const app = await openFiles([ok, blank, challenge, old], '?verdict=nonsense');
    await waitFor(() => expect(numbers()).toEqual(['1', '2', '3', '4']));
    await app.user.type(screen.getByLabelText('Search files'), 'bot check');
    await waitFor(() => expect(numbers()).toEqual(['3']));
  });
});

describe('the verdict in the details', () => {
  test('[FM-28] has its reasons in sentences, its confidence and the charge', async () => {
    const details = await openDetails(challenge);
    const verdict = within(details.getByRole('region', { name: 'Verdict' }));
    expect(verdict.getByText('Bot check')).toBeTruthy();
    expect(verdict.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'The page has the marks of a check by AWS WAF.',
      'New reason.',
    ]);
    expect(verdict.getByText('Likely')).toBeTruthy();
    expect(verdict.getByText('Charged 1 credit')).toBeTruthy();
  });

  test('[FM-28] says that a blank image was not charged, with the message of the server', async () => {
    const message = 'The image is blank, so nothing was charged.';
    const details = await openDetails(blank, { message });
    const verdict = within(details.getByRole('region', { name: 'Verdict' }));
    expect(verdict.getByText('Not charged')).toBeTruthy();
    expect(await verdict.findByText(message)).toBeTruthy();
  });

  test('[FM-28] without problems is one line, and a file without a verdict has none', async () => {
    const details = await openDetails(ok);
    const verdict = within(details.getByRole('region', { name: 'Verdict' }));
    expect(verdict.getByText('No problems')).toBeTruthy();
    expect(verdict.queryByText('Confidence')).toBeNull();
  });

  test('[FM-28] is absent for a file without a verdict', async () => {
    const details = await openDetails(old);
    expect(await details.findByRole('region', { name: 'Waiting' })).toBeTruthy();
    expect(details.queryByRole('region', { name: 'Verdict' })).toBeNull();
  });

  test('every code of the server has a sentence that ends as one', () => {
    expect(reasonSentence('challenge_cloudflare')).toContain('by Cloudflare.');
    expect(reasonSentence('spinner')).toMatch(/^The page .*\.$/);
  });
});

describe('the waiting report', () => {
  test('[FM-29] is a timeline of what was waited for, and names what was still under way', async () => {
    const details = await openDetails(blank);
    const section = within(await details.findByRole('region', { name: 'Waiting' }));
    const bars = within(section.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem');
    expect(bars.map(({ textContent }) => textContent)).toEqual([
      'Loading600 ms',
      'Network300 ms',
      'Animations100 ms1.50 s on the page’s clock',
    ]);
    expect(section.getByText(/only the network took real time/)).toBeTruthy();
    expect(section.getByText('Still under way when the image was taken')).toBeTruthy();
    expect(section.getByText('Stream')).toBeTruthy();
    expect(section.getByText('Longest waits (1)')).toBeTruthy();
  });

  test('[FM-29] says that the page was captured once more in real time', async () => {
    const fallen = { ...waiting, clock: 'real' as const, fallback: 'frame_unanswered' };
    const details = await openDetails(blank, {
      waiting: { ...fallen, waitedFor: [], underWay: [], requests: [] },
      timings: null,
    });
    const section = within(await details.findByRole('region', { name: 'Waiting' }));
    expect(section.getByText(/captured once more in real time/)).toBeTruthy();
    expect(section.getByText('Nothing kept the capture waiting.')).toBeTruthy();
  });

  test('bars follow one another, without times below a millisecond', () => {
    const { bars, totalMs } = timelineOf(waiting, timings);
    expect(bars.map(({ reason, startMs }) => [reason, startMs])).toEqual([
      ['loading', 0],
      ['requests', 600],
      ['animations', 900],
    ]);
    expect(totalMs).toBe(1_000);
    expect([durationText(999.4), durationText(1_250)]).toEqual(['999 ms', '1.25 s']);
  });
});
