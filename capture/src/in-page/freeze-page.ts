/**
 * Runs in the main world before the page's scripts. Holds back `requestAnimationFrame` callbacks; the
 * function stored under `playerName` plays a number of frames with a simulated clock and resolves to
 * true if the page requests more.
 */
export function holdAnimationFrames(playerName: string): void {
  const held = new Map<number, FrameRequestCallback>();
  const frameMs = 1000 / 60;
  let lastId = 0;
  let played = 0;
  globalThis.requestAnimationFrame = (callback) => {
    lastId += 1;
    held.set(lastId, callback);
    return lastId;
  };
  globalThis.cancelAnimationFrame = (id) => {
    held.delete(id);
  };
  // Motion in a closed shadow root can be reached by nothing else.
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function attachOpen(init) {
    return attachShadow.call(this, { ...init, mode: 'open' });
  };
  const play = async (frames: number): Promise<boolean> => {
    for (let frame = 0; frame < frames && held.size > 0; frame += 1) {
      const due = [...held.values()];
      held.clear();
      played += 1;
      for (const callback of due) {
        try {
          callback(played * frameMs);
        } catch (error) {
          reportError(error);
        }
      }
      await Promise.resolve();
    }
    return held.size > 0;
  };
  Object.defineProperty(globalThis, Symbol.for(playerName), { value: play });
}

/**
 * Stops everything that moves by itself but images, in shadow roots as well: endless animations at
 * their start, others at their end, videos at their first frame. Hides the caret.
 */
export function stopAnimations(isFocusRemoved: boolean): void {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const element of [...root.querySelectorAll('*')].slice(0, 20_000)) {
      if (element.shadowRoot !== null) roots.push(element.shadowRoot);
    }
  }
  const all = <E extends Element>(selector: string): E[] =>
    roots.flatMap((root) => [...root.querySelectorAll<E>(selector)]);

  for (const root of roots) {
    // Unlike an element, a constructed sheet is not subject to the content policy of the page.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '*,*::before,*::after{transition:none!important;caret-color:transparent!important;scroll-behavior:auto!important}',
    );
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    if (isFocusRemoved && root.activeElement instanceof HTMLElement) root.activeElement.blur();
    for (const animation of root.getAnimations()) {
      try {
        animation.finish();
      } catch {
        // An endless animation cannot be finished.
        animation.pause();
        animation.currentTime = 0;
      }
    }
  }
  for (const media of all<HTMLMediaElement>('video,audio')) {
    media.autoplay = false;
    media.pause();
    if (media.currentTime !== 0) media.currentTime = 0;
  }
  for (const svg of all<SVGSVGElement>('svg')) {
    const timed = [
      ...svg.querySelectorAll<SVGAnimationElement>('animate,animateTransform,animateMotion,set'),
    ];
    const isEndless = timed.some(
      (element) =>
        element.getAttribute('repeatCount') === 'indefinite' ||
        element.getAttribute('repeatDur') === 'indefinite',
    );
    svg.pauseAnimations();
    if (isEndless) svg.setCurrentTime(0);
  }
}

/**
 * Stops animated images at their first frame, in shadow roots as well. `animatedUrls`: images of types
 * that can be animated, whatever their name.
 */
export async function stopImages(animatedUrls: readonly string[]): Promise<void> {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const element of [...root.querySelectorAll('*')].slice(0, 20_000)) {
      if (element.shadowRoot !== null) roots.push(element.shadowRoot);
    }
  }
  const animated = new Set(animatedUrls);
  const isMoving = ({ currentSrc }: HTMLImageElement): boolean =>
    animated.has(currentSrc) ||
    /\.(gif|apng|webp)($|[?#])|^data:image\/(gif|apng|webp)/.test(currentSrc);
  for (const image of roots.flatMap((root) => [...root.querySelectorAll('img')])) {
    if (!isMoving(image) || !image.complete || image.naturalWidth === 0) continue;
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    try {
      const still = canvas.toDataURL();
      for (const source of image.closest('picture')?.querySelectorAll('source') ?? []) {
        source.remove();
      }
      image.removeAttribute('srcset');
      image.src = still;
      await image.decode();
    } catch {
      // Cross-origin pixels may be shown but not read, so the canvas replaces the image.
      const { width, height } = image.getBoundingClientRect();
      for (const { name, value } of image.attributes) {
        if (!/^(?:width|height|src|srcset|sizes|on.*)$/.test(name))
          canvas.setAttribute(name, value);
      }
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
      image.replaceWith(canvas);
    }
  }
}

/**
 * Stops animated background images of the document's own origin at their first frame.
 * `animatedUrls`: images of types that can be animated.
 */
export async function stopBackgrounds(animatedUrls: readonly string[]): Promise<void> {
  const stills = new Map<string, string>();
  for (const url of animatedUrls) {
    const image = new Image();
    image.src = url;
    try {
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      stills.set(url, canvas.toDataURL());
    } catch {
      // Cross-origin pixels may be shown but not read.
    }
  }
  if (stills.size === 0) return;
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    const { backgroundImage } = getComputedStyle(element);
    const stopped = backgroundImage.replaceAll(
      /url\("([^"]*)"\)/g,
      (_, url: string) => `url("${stills.get(url) ?? url}")`,
    );
    if (stopped !== backgroundImage) {
      element.style.setProperty('background-image', stopped, 'important');
    }
  }
}
