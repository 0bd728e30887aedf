/**
 * Runs in the main world before the page's scripts. Holds back `requestAnimationFrame` callbacks;
 * the function stored under `playName` then plays a fixed number of frames with a simulated clock,
 * so that a page that animates by script produces the same image every time.
 */
export function overrideAnimationFrames(frames: number, playName: string): void {
  const held = new Map<number, FrameRequestCallback>();
  const frameMs = 1000 / 60;
  let lastId = 0;
  globalThis.requestAnimationFrame = (callback) => {
    lastId += 1;
    held.set(lastId, callback);
    return lastId;
  };
  globalThis.cancelAnimationFrame = (id) => {
    held.delete(id);
  };
  const play = async (): Promise<void> => {
    for (let frame = 1; frame <= frames && held.size > 0; frame += 1) {
      const due = [...held.values()];
      held.clear();
      for (const callback of due) {
        try {
          callback(frame * frameMs);
        } catch (error) {
          reportError(error);
        }
      }
      await Promise.resolve();
    }
  };
  Object.defineProperty(globalThis, Symbol.for(playName), { value: play });
}

/**
 * Stops everything that moves by itself: endless animations at their start, others at their end,
 * videos and animated images at their first frame. Hides the caret.
 */
export async function stopAnimations(): Promise<void> {
  const style = document.createElement('style');
  style.textContent =
    '*,*::before,*::after{transition:none!important;caret-color:transparent!important;scroll-behavior:auto!important}';
  (document.head ?? document.documentElement).append(style);
  for (const animation of document.getAnimations()) {
    try {
      animation.finish();
    } catch {
      // An endless animation cannot be finished.
      animation.pause();
      animation.currentTime = 0;
    }
  }
  for (const media of document.querySelectorAll<HTMLMediaElement>('video,audio')) {
    media.autoplay = false;
    media.pause();
    if (media.currentTime !== 0) media.currentTime = 0;
  }
  for (const svg of document.querySelectorAll('svg')) {
    svg.pauseAnimations();
    svg.setCurrentTime(0);
  }
  for (const image of document.images) {
    const isMoving = /\.(gif|apng|webp)($|[?#])|^data:image\/(gif|apng|webp)/.test(
      image.currentSrc,
    );
    if (!isMoving || !image.complete || image.naturalWidth === 0) continue;
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    try {
      image.removeAttribute('srcset');
      image.src = canvas.toDataURL();
      await image.decode();
    } catch {
      // Cross-origin pixels may be shown but not read, so the canvas replaces the image.
      const { width, height } = image.getBoundingClientRect();
      canvas.className = image.className;
      canvas.style.cssText = `${image.style.cssText};width:${width}px;height:${height}px`;
      image.replaceWith(canvas);
    }
  }
}
