/**
 * Replaces animations that follow the scroll position, because a page that is in view as a whole has
 * none: those of a scroller by what they show at the top, those of a box by what they show when it is in
 * the middle of the viewport, or as near to it as it comes. An animation shows it, and not a style,
 * because scripts write the styles of boxes that they animate.
 */
export function holdScrollAnimations(): void {
  const middle = 50;
  const settings = new Set(['offset', 'computedOffset', 'easing', 'composite']);
  for (const animation of document.getAnimations()) {
    const { timeline, currentTime, startTime, effect } = animation;
    if (timeline === null || timeline instanceof DocumentTimeline) continue;
    const isOfBox = 'subject' in timeline;
    const percent = currentTime instanceof CSSUnitValue ? currentTime.value : undefined;
    if (percent === undefined || !(effect instanceof KeyframeEffect)) continue;
    const { target, pseudoElement } = effect;
    if (target === null) continue;
    // `currentTime` is relative to the start of the range of the animation.
    const startPercent = startTime instanceof CSSUnitValue ? startTime.value : 0;
    animation.pause();
    const shownPercent = isOfBox ? Math.max(middle - startPercent, percent) : percent;
    animation.currentTime = CSS.percent(shownPercent);
    const style = getComputedStyle(target, pseudoElement);
    const names = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
    const shown: Keyframe = {};
    for (const name of names) {
      if (settings.has(name)) continue;
      const value: unknown = Reflect.get(style, name);
      shown[name] = typeof value === 'string' ? value : style.getPropertyValue(name);
    }
    // Its range changes with the viewport, so its styles are kept instead of its time.
    animation.cancel();
    target.animate([shown, shown], { duration: 1, fill: 'both', pseudoElement }).pause();
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
