import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Link of a banner: to a page of the dashboard, or to another page in a new tab. */
type BannerAction = { readonly label: string } & (
  | { readonly to: string }
  | { readonly href: string }
);

/** Banner above every page: a sentence and an optional action. */
export interface Banner {
  readonly id: string;
  /** The banner with the highest priority is shown. */
  readonly priority: number;
  readonly text: string;
  readonly actions: readonly BannerAction[];
  /** Default: amber. */
  readonly tone?: 'red';
  /** Absent: the banner cannot be dismissed. */
  readonly onDismiss?: () => void;
}

const banners = new Map<string, Banner>();
const listeners = new Set<() => void>();

/**
 * Registers a banner while the component is mounted; null registers none. Source: acceptance GP-5.
 */
export function useBanner(banner: Banner | null): void {
  const read = useEffectEvent(() => banner);
  const id = banner?.id;
  const text = banner?.text;
  useEffect(() => {
    const offered = read();
    if (id === undefined || text === undefined || offered === null) return undefined;
    banners.set(id, offered);
    notifyListeners();
    return () => {
      banners.delete(id);
      notifyListeners();
    };
  }, [id, text]);
}

/** Returns the banner to show. */
export function useTopBanner(): Banner | undefined {
  return useSyncExternalStore(subscribe, top);
}

function top(): Banner | undefined {
  return [...banners.values()].toSorted((one, other) => other.priority - one.priority)[0];
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
