import type { PatternMode } from './pattern.ts';

/** Captures of a group that are known to be wrong: names of patterns, separated by white space. */
interface KnownWrong {
  readonly group: string;
  readonly reason: string;
  readonly captures: Readonly<Partial<Record<PatternMode | 'both', string>>>;
}

/** Captures that are always wrong. Their tests must fail, so that a mended one is removed here. */
const always: readonly KnownWrong[] = [
  {
    group: 'waiting',
    reason: 'content that arrives after the load event is not waited for, or not long enough',
    captures: {
      viewport: `
        animation-finished background-image custom-element fetch-chain fonts-ready frame-chain
        frame-of-other-origin-timer history-route hydration-spins idle-callbacks
        indexed-database inserted-image late-frame late-frame-of-other-origin late-location
        mutation-chain resize-observer service-worker shared-worker skeleton source-set-image
        streamed-document style-by-script timer-1000 transition-end view-transition
        web-socket-message worker-fetch worker-timer`,
      both: `
        fetch-3500 fetch-then-timer interval-count poller-beside-fetch timer-2400 timer-chain
        timer-then-fetch`,
    },
  },
];

/** Captures that are right or wrong depending on the speed of the machine. They are skipped. */
const sometimes: readonly KnownWrong[] = [
  {
    group: 'waiting',
    reason: 'content that arrives after the load event is not waited for, or not long enough',
    captures: {
      viewport: `dynamic-import embedded-object meta-refresh top-level-await`,
      fullPage: `
        animation-finished custom-element fetch-chain fonts-ready frame-chain
        frame-of-other-origin-timer history-route idle-callbacks indexed-database
        inserted-image late-frame late-frame-of-other-origin late-location mutation-chain
        resize-observer service-worker shared-worker source-set-image streamed-document
        timer-1000 transition-end view-transition web-socket-message worker-fetch worker-timer`,
      both: `
        graphql intersection-observer lazy-route nested-frames paged-get timer-300
        video-poster`,
    },
  },
];

/** Returns `always` if the test of a capture must fail, `sometimes` if its result is not steady. */
export function knownWrong(
  group: string,
  pattern: string,
  mode: PatternMode,
): 'always' | 'sometimes' | 'no' {
  const has = (list: readonly KnownWrong[]): boolean =>
    list.some(
      ({ group: name, captures }) =>
        name === group &&
        `${captures[mode] ?? ''} ${captures.both ?? ''}`.split(/\s+/).includes(pattern),
    );
  if (has(always)) return 'always';
  return has(sometimes) ? 'sometimes' : 'no';
}
