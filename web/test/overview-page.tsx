import { screen, waitFor, within } from '@testing-library/react';
import { heading, renderApp, type RenderedApp } from './app.tsx';
import { ada } from './fake-api.ts';

/** Opens the Overview as Ada. */
export async function openOverview(path = '/dashboard'): Promise<RenderedApp> {
  const app = renderApp(path, { user: ada });
  await heading('Overview');
  return app;
}

/** Names in the rows of the projects table, once they are there. */
export async function rowNames(): Promise<(string | undefined)[]> {
  const table = await screen.findByRole('table', { name: 'Your Projects' });
  return waitFor(() => {
    const names = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[1]?.textContent?.replace('Project', ''));
    if (names.every((name) => !name)) throw new Error('no projects yet');
    return names;
  });
}
