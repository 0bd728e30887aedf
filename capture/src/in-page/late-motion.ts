/**
 * Runs in the main world before the page's scripts. Timers of at least `lateMs` never fire: what they
 * bring, such as the next slide or a pop-up, comes later than the image.
 */
export function holdLateTimers(lateMs: number): void {
  const neverMs = 2 ** 31 - 1;
  const hold: ProxyHandler<typeof setTimeout> = {
    apply: (timer, self, [handler, ms, ...rest]) =>
      Reflect.apply(timer, self, [handler, Number(ms) >= lateMs ? neverMs : ms, ...rest]),
  };
  globalThis.setTimeout = new Proxy(globalThis.setTimeout, hold);
  globalThis.setInterval = new Proxy(globalThis.setInterval, hold);
}

/**
 * Pauses animations that follow the scroll position, because a page that is in view as a whole has
 * none: those of a scroller where they are at the top, those of a box where they are when it is in the
 * middle of the viewport, or as near to it as it comes.
 */
export function holdScrollAnimations(): void {
  const middle = 50;
  for (const animation of document.getAnimations()) {
    const { timeline, currentTime } = animation;
    if (timeline === null || timeline instanceof DocumentTimeline) continue;
    const isOfBox = 'subject' in timeline;
    const percent = currentTime instanceof CSSUnitValue ? currentTime.value : undefined;
    if (percent === undefined) continue;
    animation.pause();
    animation.currentTime = CSS.percent(isOfBox ? Math.max(middle, percent) : percent);
    // Its range changes with the viewport, so its styles are kept instead of its time.
    try {
      animation.commitStyles();
      animation.cancel();
    } catch {
      // A pseudo-element has no style of its own; its animation stays paused.
    }
  }
}

/**
 * Pauses finite animations that start after a delay of at least `lateMs`, and, on demand, those that
 * never end: a carousel stays at the slide it shows.
 */
export function holdLateAnimations(lateMs: number, areEndlessHeld: boolean): void {
  for (const animation of document.getAnimations()) {
    const { effect, playState, timeline } = animation;
    if (playState !== 'running' || !(timeline instanceof DocumentTimeline)) continue;
    const { delay = 0, endTime, localTime } = effect?.getComputedTiming() ?? {};
    const isEndless = endTime === Infinity;
    const isLate = delay >= lateMs && Number(localTime ?? 0) < delay;
    if (isEndless ? areEndlessHeld : isLate) animation.pause();
  }
}
