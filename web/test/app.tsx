import type { User } from '@shotwright/contract';
import type { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createAuthStore, type AuthStore } from '../src/features/accounts/session/auth-store.ts';
import { createQueryClient } from '../src/lib/api/query-client.ts';
import { loadRuntimeConfig } from '../src/lib/api/runtime-config.ts';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
import { toasts } from '../src/lib/toasts.ts';
import { Providers } from '../src/providers.tsx';
import { routes } from '../src/router.tsx';
import { ada } from './fake-api.ts';

/** The whole app at one URL. */
export interface RenderedApp {
  readonly user: UserEvent;
  readonly path: () => string;
  readonly router: ReturnType<typeof createMemoryRouter>;
  readonly queryClient: QueryClient;
  readonly authStore: AuthStore;
}

/** Stores a signed-in user in the browser. */
export function signInBefore(user: User = ada): void {
  localStorage.setItem(storageKeys.authFlag, 'true');
  localStorage.setItem(storageKeys.user, JSON.stringify(user));
}

/** Renders the app as a browser would show it at `path`. */
export function renderApp(
  path: string,
  options: { user?: User | null; app?: typeof routes } = {},
): RenderedApp {
  if (options.user) signInBefore(options.user);
  const router = createMemoryRouter(options.app ?? routes, { initialEntries: [path] });
  const queryClient = createQueryClient(toasts);
  const authStore = createAuthStore();
  render(
    <Providers config={loadRuntimeConfig()} queryClient={queryClient} authStore={authStore}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return {
    user: userEvent.setup(),
    path: () => `${router.state.location.pathname}${router.state.location.search}`,
    router,
    queryClient,
    authStore,
  };
}

/**
 * Enters a text at once, as by pasting it, in tests whose subject is not the typing: each key press
 * renders the page anew.
 */
export async function enter(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

/** Waits for the main heading with the text `name`. */
export function heading(name: string): Promise<HTMLElement> {
  return screen.findByRole('heading', { level: 1, name });
}

/** Collects what a screen reader would read of the region for announcements from now on. */
export function listen(): readonly string[] {
  const heard: string[] = [];
  const region = document.querySelector('div[aria-live="polite"].sr-only');
  if (region === null) throw new Error('no region for announcements');
  new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true });
  return heard;
}

/** The texts of the visible toasts. */
export function toastTexts(): string[] {
  return toasts
    .visible()
    .map(({ title, description }) => [title, description].filter(Boolean).join(' / '));
}
