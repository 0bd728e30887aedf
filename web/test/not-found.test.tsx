import { dashboardPages } from '@shotwright/contract/paths';
import { cleanup, screen } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { routes } from '../src/router.tsx';
import { heading, renderApp } from './app.tsx';
import { ada } from './fake-api.ts';

test.each([
  ['/dashbord/files', '/dashboard/files'],
  ['/files', '/dashboard/files'],
  ['/dashboard/files/7', '/dashboard/files'],
  ['/Dashboard/Plaground/', '/dashboard/playground'],
  ['/registre', '/register'],
  ['/dashboard/savedsettings', '/dashboard/saved-settings'],
])('[NF-2] the page that is not at %s offers %s', async (path, near) => {
  renderApp(path);
  await heading('Oops! Page not found');
  expect(screen.getByRole('link', { name: near }).getAttribute('href')).toBe(near);
});

test('[NF-2] a path unlike any page gets no suggestion, and staff pages are not offered to others', async () => {
  for (const path of ['/wp-login', '/staff/coupon']) {
    renderApp(path, { user: ada });
    await heading('Oops! Page not found');
    expect(screen.queryByText(/Did you mean/)).toBeNull();
    cleanup();
  }
});

test('[NF-2] signed-in users search from the page that is not found; visitors cannot', async () => {
  renderApp('/nope');
  await heading('Oops! Page not found');
  expect(screen.queryByRole('button', { name: 'Search pages, files and actions' })).toBeNull();
  cleanup();
  const app = renderApp('/nope', { user: ada });
  await app.user.click(
    await screen.findByRole('button', { name: 'Search pages, files and actions' }),
  );
  await app.user.type(await screen.findByRole('combobox'), 'webhooks{Enter}');
  await heading('Webhooks');
  expect(app.path()).toBe('/dashboard/webhooks');
});

test('[NF-2] the server knows the path of every page', () => {
  const paths = (list: readonly RouteObject[], base: string): string[] =>
    list.flatMap(({ path, index, children = [] }) => {
      const full = path?.startsWith('/') === true ? path : `${base}/${path ?? ''}`;
      const here = path === undefined ? base : full;
      if (children.length > 0) return paths(children, here);
      return path === '*' ? [] : [index === true ? base : here];
    });
  const found = new Set(paths(routes, '').filter((path) => path !== ''));
  expect([...found].toSorted()).toEqual([...dashboardPages].toSorted());
});
