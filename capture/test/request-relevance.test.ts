import { describe, expect, test } from 'vitest';
import {
  createRequestRelevance,
  type RequestDescription,
} from '../src/page/network/request-relevance.ts';

const fetched: RequestDescription = { type: 'Fetch', method: 'GET', url: 'https://example.com/a' };

/** Returns the relevance of each request, in order, under the rules of one page. */
function relevanceOf(requests: readonly Partial<RequestDescription>[]): string[] {
  let timeMs = 0;
  const rules = createRequestRelevance(() => ({ timeMs, changeCount: 0 }));
  return requests.map((request, index) => {
    timeMs += 500;
    const relevance = rules.decide(String(index), { ...fetched, ...request });
    rules.end(String(index));
    return relevance;
  });
}

const times = (number: number, at: (index: number) => Partial<RequestDescription>) =>
  Array.from({ length: number }, (_, index) => at(index));

test.each(['Document', 'Stylesheet', 'Script', 'Font', 'Image', 'Fetch', 'XHR'] as const)(
  'a %s is waited for until it ends',
  (type) => expect(relevanceOf([{ type }])).toEqual(['content']),
);

test.each(['Ping', 'Media', 'Prefetch', 'Preflight', 'Manifest', 'CSPViolationReport'] as const)(
  'a %s is not waited for',
  (type) => expect(relevanceOf([{ type }])).toEqual(['ignored']),
);

test.each([
  'data:text/plain,a',
  'https://example.com/favicon.ico',
  'https://www.google-analytics.com/g/collect',
  'https://plausible.io/api/event',
  'not a url',
])('%s is not waited for', (url) => expect(relevanceOf([{ url }])).toEqual(['ignored']));

test('a site whose name only ends like an analytics site is waited for', () => {
  expect(relevanceOf([{ url: 'https://notplausible.io/a' }])).toEqual(['content']);
});

test('an event source is waited for until its first message', () => {
  expect(relevanceOf([{ type: 'EventSource' }])).toEqual(['stream']);
});

test.each(['/api/poll', '/socket.io/?EIO=4', '/long-poll'])(
  'the path %s is waited for briefly',
  (path) => expect(relevanceOf([{ url: `https://example.com${path}` }])).toEqual(['held']),
);

test('a request for a blob URL is waited for briefly', () => {
  expect(relevanceOf([{ url: 'blob:https://example.com/1' }])).toEqual(['held']);
});

test.each(['/v1/telemetry', '/beacon', '/logs/1'])(
  'what is read from the path %s is waited for until it ends, and what is written to it briefly',
  (path) => {
    const url = `https://example.com${path}`;
    const all = [{ url }, { url, method: 'POST' }];
    expect(relevanceOf(all)).toEqual(['content', 'held']);
  },
);

test.each(['/blog', '/catalogs', '/dialog', '/polls-list', '/trackers', '/login', '/messages'])(
  'the path %s is waited for until it ends',
  (path) => expect(relevanceOf([{ url: `https://example.com${path}` }])).toEqual(['content']),
);

describe('polling', () => {
  test('the fourth identical request and all that follow are polling', () => {
    expect(relevanceOf(times(5, () => ({})))).toEqual([
      'content',
      'content',
      'content',
      'poll',
      'poll',
    ]);
  });

  test.each<[string, (index: number) => Partial<RequestDescription>]>([
    ['a time stamp', (index) => ({ url: `https://example.com/a?at=${1_700_000_000_000 + index}` })],
    ['a cache buster', (index) => ({ url: `https://example.com/a?_=${index}&b=1` })],
    ['a random number', (index) => ({ url: `https://example.com/a?0.${12_345_678_901 + index}` })],
    ['a time stamp in its body', (index) => ({ body: `{"at":${1_700_000_000_000 + index}}` })],
  ])('a poller that differs only in %s is recognised', (_, at) => {
    expect(relevanceOf(times(4, at)).at(-1)).toBe('poll');
  });

  test('GraphQL operations with one URL and different bodies are not polling', () => {
    const bodies = times(8, (index) => ({ method: 'POST', body: `{"query":"q${index}"}` }));
    expect(new Set(relevanceOf(bodies))).toEqual(new Set(['content']));
  });

  test('bodies that are too long to be reported are taken as different', () => {
    const bodies = times(8, () => ({ method: 'POST', hasBody: true }));
    expect(new Set(relevanceOf(bodies))).toEqual(new Set(['content']));
  });

  test('the pages of a paged endpoint are not polling', () => {
    const urls = times(12, (index) => ({ url: `https://example.com/items?page=${index}` }));
    expect(new Set(relevanceOf(urls))).toEqual(new Set(['content']));
  });

  test('the thirteenth request for one path is polling, whatever its query', () => {
    const urls = times(13, (index) => ({ url: `https://example.com/items?page=${index}` }));
    expect(relevanceOf(urls).at(-1)).toBe('poll');
  });

  test('requests of parts of a page that are sent at once count as one', () => {
    const rules = createRequestRelevance(() => ({ timeMs: 100, changeCount: 0 }));
    const sent = Array.from({ length: 6 }, (_, index) => rules.decide(String(index), fetched));
    expect(new Set(sent)).toEqual(new Set(['content']));
  });

  test('a poller that answers late is recognised', () => {
    let timeMs = 0;
    const rules = createRequestRelevance(() => ({ timeMs: (timeMs += 300), changeCount: 0 }));
    const sent = Array.from({ length: 6 }, (_, index) => rules.decide(String(index), fetched));
    expect(sent.at(-1)).toBe('poll');
  });

  test('a poller that leaves its responses unread is recognised, however fast it repeats', () => {
    let timeMs = 0;
    const rules = createRequestRelevance(() => ({ timeMs: (timeMs += 100), changeCount: 0 }));
    const sent = Array.from({ length: 8 }, (_, index) => rules.decide(String(index), fetched));
    expect(sent.at(-1)).toBe('poll');
  });

  test('requests that change the page are polling from the ninth on', () => {
    let changeCount = 0;
    const rules = createRequestRelevance(() => ({ timeMs: 300 * changeCount, changeCount }));
    const sent = Array.from({ length: 9 }, (_, index) => {
      changeCount += 1;
      rules.end(String(index - 1));
      return rules.decide(String(index), fetched);
    });
    expect(sent.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 'content'));
    expect(sent.at(8)).toBe('poll');
  });

  test('the next poll is expected after the interval of the third', () => {
    let timeMs = 0;
    const rules = createRequestRelevance(() => ({ timeMs, changeCount: 0 }));
    for (const id of ['1', '2', '3']) {
      expect(rules.nextPollMs).toBeUndefined();
      timeMs += 1_000;
      rules.decide(id, fetched);
      rules.end(id);
    }
    expect(rules.nextPollMs).toBe(4_000);
  });

  test('a request after one that failed is a retry, unless eight have failed before', () => {
    const rules = createRequestRelevance(() => ({ timeMs: performance.now(), changeCount: 0 }));
    const sent = Array.from({ length: 12 }, (_, index) => {
      const relevance = rules.decide(String(index), fetched);
      rules.fail(String(index));
      rules.end(String(index));
      return relevance;
    });
    expect(sent.slice(0, 11)).toEqual(times(11, () => ({})).map(() => 'content'));
    expect(sent.at(11)).toBe('poll');
  });

  test('a request that is not waited for is not retried', () => {
    const rules = createRequestRelevance(() => ({ timeMs: 0, changeCount: 0 }));
    rules.decide('1', { ...fetched, url: 'https://plausible.io/api/event' });
    rules.fail('1');
    expect(rules.hasFailed()).toBe(false);
    rules.decide('2', fetched);
    rules.fail('2');
    expect(rules.hasFailed()).toBe(true);
  });

  test('a poller does not make another endpoint one', () => {
    const requests = [...times(6, () => ({})), { url: 'https://example.com/b' }];
    expect(relevanceOf(requests).at(-1)).toBe('content');
  });

  test('the same image requested often is not polling', () => {
    const images = times(20, () => ({ type: 'Image' }) as const);
    expect(new Set(relevanceOf(images))).toEqual(new Set(['content']));
  });
});
