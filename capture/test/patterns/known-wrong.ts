import type { PatternMode } from './pattern.ts';

/** Captures of a group that are known to be wrong: names of patterns, separated by white space. */
interface KnownWrong {
  readonly group: string;
  readonly reason: string;
  readonly captures: Readonly<Partial<Record<PatternMode | 'both', string>>>;
}

/** Captures that are wrong on every machine. Their tests must fail, so that a mended one is removed. */
const always: readonly KnownWrong[] = [
  {
    group: 'motion',
    reason: 'the image is taken before the motion has ended, or freezing it leaves it half-way',
    captures: {
      viewport: `
        endless-animation-in-frame-disabled
        endless-animation-in-frame-of-other-origin-disabled
        endless-animation-in-shadow-root-disabled gif-as-background-disabled
        gif-in-shadow-root-disabled gif-of-other-origin-disabled svg-animation-disabled`,
      fullPage: `reveal-again-and-again`,
    },
  },
  {
    group: 'full-page',
    reason:
      'content that depends on the scroll position or the size of the viewport is lost or misplaced',
    captures: {
      fullPage: `
        body-scroller body-scroller-with-header content-visibility fixed-background
        fixed-background-of-the-body frame-of-other-origin-below-the-fold
        lazy-frame-of-other-origin observed-frame-of-other-origin-below-the-fold
        slides-in-a-scroller sticky-footer-behind-content view-timeline virtual-list`,
    },
  },
];

/**
 * Captures that are wrong because they are taken too early. On a busy machine each step of the
 * engine takes longer, and they become right by accident. Their tests are skipped.
 */
const sometimes: readonly KnownWrong[] = [
  {
    group: 'waiting',
    reason: 'content that arrives after the load event is not waited for, or not long enough',
    captures: {
      viewport: `
        background-image dynamic-import embedded-object hydration-spins meta-refresh skeleton
        style-by-script top-level-await`,
      both: `
        animation-finished custom-element fetch-3500 fetch-chain fetch-then-timer fonts-ready
        frame-chain frame-of-other-origin-timer graphql history-route idle-callbacks
        indexed-database inserted-image intersection-observer interval-count late-frame
        late-frame-of-other-origin late-location lazy-route mutation-chain nested-frames
        paged-get poller-beside-fetch resize-observer service-worker shared-worker
        source-set-image streamed-document timer-1000 timer-2400 timer-300 timer-chain
        timer-then-fetch transition-end video-poster view-transition web-socket-message
        worker-fetch worker-timer`,
    },
  },
  {
    group: 'motion',
    reason: 'the image is taken before the motion has ended, or freezing it leaves it half-way',
    captures: {
      viewport: `
        canvas-chart chained-web-animations count-up count-up-disabled count-up-in-view
        finite-animations frame-counting-tween frame-time-stamps hero-intro image-fade-in
        interval-tween-disabled lag-smoothing-of-500-ms late-intro shadow-root splash
        splash-until-load spring-of-64-ms-steps staggered-intro starting-style svg-animation
        svg-line timer-with-pause-detection transitions transitions-disabled typewriter
        view-transition-of-a-box view-transition-of-documents web-animation`,
      fullPage: `
        reveal-after-throttle reveal-by-animation reveal-by-frames reveal-by-scroll-listener
        reveal-by-transition reveal-by-web-animation reveal-staggered reveal-with-delays`,
    },
  },
  {
    group: 'full-page',
    reason:
      'content that depends on the scroll position or the size of the viewport is lost or misplaced',
    captures: {
      fullPage: `
        canvas-below-the-fold infinite-feed-with-an-end lazy-sections-by-fetch
        smooth-scroll-wrapper`,
    },
  },
  {
    group: 'odd',
    reason: 'the wait ends before the page is at rest',
    captures: {
      viewport: `
        canvas-of-a-worker content-beside-error-storm date-that-is-overridden
        document-that-is-written-late frames-that-are-overridden heavy-canvas
        idle-callback-uses-its-time many-requests post-message-storm question-that-is-declined
        spin-for-600-ms spin-until-the-clock-moves timer-storm-beside-content
        two-late-redirects`,
    },
  },
  {
    group: 'no-script',
    reason: 'scripts are disabled too late: the parser treats the content of noscript as text',
    captures: {
      viewport: `
        block-beside-deferred block-beside-external block-beside-frame block-beside-handlers
        block-beside-inline block-beside-module image-beside-deferred image-beside-external
        image-beside-frame image-beside-handlers image-beside-inline image-beside-module
        style-beside-deferred style-beside-external style-beside-frame style-beside-handlers
        style-beside-inline style-beside-module style-sheet-beside-deferred
        style-sheet-beside-external style-sheet-beside-frame style-sheet-beside-handlers
        style-sheet-beside-inline style-sheet-beside-module`,
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
