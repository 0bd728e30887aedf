/** How long a lost stream rests before it is opened again: doubled each time up to the longest. Units: ms. */
const pauses = { first: 1_000, longest: 30_000 } as const;

/** What follows a stream of server-sent events. */
export interface LiveStreamHandlers {
  /** By the events' names; the data is whatever the server sent as JSON. */
  readonly on: Readonly<Record<string, (data: unknown) => void>>;
  /** Whether events arrive. `isAgain`: some may have been missed in between. */
  readonly onLive: (state: { isLive: boolean; isAgain: boolean }) => void;
}

/**
 * Follows `address` while the tab is visible and opens it again, later each time, when it is lost. Where the browser knows no
 * event streams, nothing happens. The answered function ends it.
 */
export function followLive(address: string, handlers: LiveStreamHandlers): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let wasLive = false;

  const open = () => {
    if (document.hidden || typeof EventSource === 'undefined') return;
    source = new EventSource(address, { withCredentials: true });
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
    for (const [name, handle] of Object.entries(handlers.on)) {
      source.addEventListener(name, (event: MessageEvent) => handle(readJson(event.data)));
    }
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

/** Between half and all of the pause, so that many tabs do not come back at the same moment. */
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
