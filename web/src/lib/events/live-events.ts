/** Delay before a lost stream is reopened; doubles each time up to the longest. Units: ms. */
const pauses = { first: 1_000, longest: 30_000 } as const;

/** Handlers by event name; the data is the JSON that the server sent, undefined if it is not readable. */
export type EventHandlers = Readonly<Record<string, (data: unknown) => void>>;

/** Handlers of a stream that is reopened when it is lost. */
export interface LiveStreamHandlers {
  readonly on: EventHandlers;
  /**
   * Called when the stream connects or is lost. `isAgain`: events may have been missed since it was
   * lost.
   */
  readonly onLive: (state: { isLive: boolean; isAgain: boolean }) => void;
}

/**
 * Follows the stream at the URL while the tab is visible; reopens it with increasing delays when it
 * is lost. Does nothing if the browser does not support event streams. Returns a function that
 * stops it.
 */
export function subscribeToEvents(url: string, handlers: LiveStreamHandlers): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let wasLive = false;

  const open = () => {
    if (document.hidden || typeof EventSource === 'undefined') return;
    source = openEventSource(url, handlers.on);
    source.addEventListener('open', () => {
      failures = 0;
      handlers.onLive({ isLive: true, isAgain: wasLive });
      wasLive = true;
    });
    source.addEventListener('error', () => {
      close();
      timer = setTimeout(open, pauseMs(failures));
      failures += 1;
    });
  };
  const close = () => {
    clearTimeout(timer);
    if (source === undefined) return;
    source.close();
    source = undefined;
    handlers.onLive({ isLive: false, isAgain: false });
  };
  const onVisibility = () => {
    close();
    failures = 0;
    open();
  };

  open();
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
}

/** Opens a stream of server-sent events with the session's cookies. */
export function openEventSource(url: string, on: EventHandlers): EventSource {
  const source = new EventSource(url, { withCredentials: true });
  for (const [name, handle] of Object.entries(on)) {
    source.addEventListener(name, (event: MessageEvent) => handle(readJson(event.data)));
  }
  return source;
}

/**
 * Returns between half and all of the delay, so that many tabs do not reconnect at the same moment.
 */
function pauseMs(failures: number): number {
  const whole = Math.min(pauses.longest, pauses.first * 2 ** failures);
  return whole * (0.5 + Math.random() / 2);
}

function readJson(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined;
  } catch {
    return undefined;
  }
}
