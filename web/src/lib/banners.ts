import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** One calm sentence above every page, with what can be done about it. */
export interface Banner {
  readonly id: string;
  /** Of several the highest is shown. */
  readonly priority: number;
  readonly text: string;
  readonly actions: readonly { readonly label: string; readonly to: string }[];
}

const banners = new Map<string, Banner>();
const listeners = new Set<() => void>();

/** Offers a banner while the component is shown; null: none. Source: acceptance GP-5. */
export function useBanner(banner: Banner | null): void {
  const read = useEffectEvent(() => banner);
  const id = banner?.id;
  const text = banner?.text;
  useEffect(() => {
    const offered = read();
    if (id === undefined || text === undefined || offered === null) return undefined;
    banners.set(id, offered);
    tell();
    return () => {
      banners.delete(id);
      tell();
    };
  }, [id, text]);
}

/** The one banner to show. */
export function useTopBanner(): Banner | undefined {
  return useSyncExternalStore(subscribe, top);
}

function top(): Banner | undefined {
  return [...banners.values()].toSorted((one, other) => other.priority - one.priority)[0];
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
