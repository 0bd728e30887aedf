import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { createAuthStore } from './features/accounts/auth-store.ts';
import { createQueryClient } from './lib/query-client.ts';
import { loadRuntimeConfig } from './lib/runtime-config.ts';
import { forceLightTheme } from './lib/theme.ts';
import { toasts } from './lib/toasts.ts';
import { Providers } from './providers.tsx';
import { routes } from './router.tsx';
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
      <RouterProvider router={createBrowserRouter(routes)} />
    </Providers>
  </StrictMode>,
);
