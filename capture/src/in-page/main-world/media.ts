import type { TaskGlobals } from './tasks.ts';

/**
 * Runs after `recordReplies`. Makes the loading of a video or a sound that is not rendered a task that ends with its first
 * frame: the page may draw it on a canvas, or show its content only then.
 */
export function followUnrenderedMedia(): void {
  const tasks = (globalThis as typeof globalThis & TaskGlobals).shotwrightTasks;
  if (tasks === undefined || typeof tasks === 'function') return;
  const { replies } = tasks;
  if (replies === undefined) return;
  // Pages replace these globals.
  const [Media, defer] = [HTMLMediaElement, queueMicrotask];
  const { addEventListener } = EventTarget.prototype;
  const receive = ({ target }: Event): void => {
    if (target !== null) replies.receive(target);
  };
  const follow = (media: HTMLMediaElement): void => {
    const hasSource = media.hasAttribute('src') || media.childElementCount > 0;
    const isDeferred = media.preload === 'none' && media.paused && !media.autoplay;
    const isRendered = media.isConnected && media.getClientRects().length > 0;
    const hasFrame = media.readyState >= Media.HAVE_CURRENT_DATA;
    if (!hasSource || isDeferred || isRendered || hasFrame) return;
    for (const type of ['loadeddata', 'error'])
      Reflect.apply(addEventListener, media, [type, receive]);
    replies.expect(media, 'next');
  };
  // Most scripts put an element into the document after they have set its source.
  const followLater = (media: unknown): void => {
    if (media instanceof Media) defer(() => follow(media));
  };
  for (const method of ['load', 'play']) replies.wrap(Media.prototype, method, followLater);
  const described = Object.getOwnPropertyDescriptor(Media.prototype, 'src');
  if (described?.set === undefined) return;
  const set = new Proxy(described.set, {
    apply(setSource, self: unknown, args) {
      Reflect.apply(setSource, self, args);
      followLater(self);
    },
  });
  Object.defineProperty(Media.prototype, 'src', { ...described, set });
}
