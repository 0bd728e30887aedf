import { storageKeys } from './lib/storage/storage-keys.ts';
import { CSPProvider } from '@base-ui/react/csp-provider';
import type { RuntimeConfig } from '@shotwright/contract';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { AuthProvider } from './features/accounts/session/auth-context.tsx';
import type { AuthStore } from './features/accounts/session/auth-store.ts';
import { setAnalyticsSink } from './lib/analytics.ts';
import { RuntimeConfigContext } from './lib/api/runtime-config.ts';
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
  const { config: coming } = props;
  const [config, setConfig] = useState<RuntimeConfig>();
  useEffect(() => {
    let isGone = false;
    const taken = coming.then((loaded) => {
      if (!isGone) setConfig(loaded);
    });
    ignoreErrors(taken);
    return () => {
      isGone = true;
    };
  }, [coming]);
  useEffect(() => {
    if (!config?.analytics) return;
    const { analytics } = config;
    const loaded = import('./lib/analytics-posthog.ts').then(({ createPosthogSink }) =>
      setAnalyticsSink(createPosthogSink(analytics)),
    );
    ignoreErrors(loaded);
  }, [config]);
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
 * Applies the light theme regardless of the system preference, and stores it. Source: specification
 * §1.
 */
export function forceLightTheme(): void {
  document.documentElement.classList.remove('dark');
  document.documentElement.classList.add('light');
  localStorage.setItem(storageKeys.theme, 'light');
}
