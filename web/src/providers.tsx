import { storageKeys } from './lib/storage/storage-keys.ts';
import { CSPProvider } from '@base-ui/react/csp-provider';
import type { RuntimeConfig } from '@shotwright/contract';
import { QueryClientProvider, replaceEqualDeep, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { AuthProvider } from './features/accounts/session/auth-context.tsx';
import type { AuthStore } from './features/accounts/session/auth-store.ts';
import { setAnalyticsSink } from './lib/analytics/analytics.ts';
import { requestRuntimeConfig, RuntimeConfigContext } from './lib/api/runtime-config.ts';
import { PageSpinner } from './ui/spinner.tsx';
import { ignoreErrors } from './lib/ignore-errors.ts';

/** Context providers of all pages: configuration, query cache and authentication. */
export function Providers(props: {
  /** Requested before the first render, because everything waits for it. */
  config: Promise<RuntimeConfig>;
  queryClient: QueryClient;
  authStore: AuthStore;
  children: ReactNode;
}) {
  const config = useConfigOfSession(props.config, props.authStore);
  const analytics = config?.analytics;
  useEffect(() => {
    if (!analytics) return;
    const loaded = import('./lib/analytics/analytics-posthog.ts').then(({ createPosthogSink }) =>
      setAnalyticsSink(createPosthogSink(analytics)),
    );
    ignoreErrors(loaded);
  }, [analytics]);
  if (config === undefined) return <PageSpinner />;
  return (
    <RuntimeConfigContext value={config}>
      <QueryClientProvider client={props.queryClient}>
        {/* The content security policy allows no inline styles; our own style sheet contains these
            rules. */}
        <CSPProvider disableStyleElements>
          <AuthProvider store={props.authStore}>{props.children}</AuthProvider>
        </CSPProvider>
      </QueryClientProvider>
    </RuntimeConfigContext>
  );
}

/**
 * Returns the configuration: the first one, then that of each session that begins or ends, because
 * the server shows some settings to signed-in users only. The request after a sign-out carries the
 * session cookie without the CSRF cookie, so the server revokes the session (ruling RL-6).
 */
function useConfigOfSession(
  first: Promise<RuntimeConfig>,
  store: AuthStore,
): RuntimeConfig | undefined {
  const [config, setConfig] = useState<RuntimeConfig>();
  useEffect(() => {
    let latest: Promise<RuntimeConfig | undefined> | undefined = first;
    const show = (coming: Promise<RuntimeConfig | undefined>) => {
      const shown = coming.then((next) => {
        // Equal parts stay the same objects, so that nothing that depends on them starts again.
        if (coming === latest && next) setConfig((now) => replaceEqualDeep(now, next));
      });
      ignoreErrors(shown);
    };
    show(first);
    let session = store.get();
    const stopFollowing = store.subscribe(() => {
      const previous = session;
      session = store.get();
      if (previous.status === 'loading' || previous.user?.id === session.user?.id) return;
      latest = requestRuntimeConfig();
      show(latest);
    });
    return () => {
      latest = undefined;
      stopFollowing();
    };
  }, [first, store]);
  return config;
}

/**
 * Applies the light theme regardless of the system preference, and stores it. Source: specification
 * §1.
 */
export function forceLightTheme(): void {
  document.documentElement.classList.remove('dark');
  document.documentElement.classList.add('light');
  localStorage.setItem(storageKeys.theme, 'light');
}
