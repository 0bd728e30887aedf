import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { createAuthStore } from './features/accounts/session/auth-store.ts';
import { createQueryClient } from './lib/api/query-client.ts';
import { loadRuntimeConfig } from './lib/api/runtime-config.ts';
import { LoadPageContext } from './shell/pages/load-page.ts';
import { toasts } from './lib/toasts.ts';
import { forceLightTheme, Providers } from './providers.tsx';
import { loadPage, routes } from './router.tsx';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root element');

forceLightTheme();
createRoot(root).render(
  <StrictMode>
    <Providers
      config={loadRuntimeConfig()}
      queryClient={createQueryClient(toasts)}
      authStore={createAuthStore()}
    >
      <LoadPageContext value={loadPage}>
        <RouterProvider router={createBrowserRouter(routes)} />
      </LoadPageContext>
    </Providers>
  </StrictMode>,
);
