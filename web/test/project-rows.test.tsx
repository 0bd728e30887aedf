import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { toastTexts } from './app.tsx';
import { anOverview, failure, fakeServer, mockEndpoint, someProjects } from './fake-api.ts';
import { openOverview, rowNames } from './overview-page.tsx';

const named = (names: readonly string[]) =>
  someProjects(names.length).map((project, index) => ({
    ...project,
    name: names[index]!,
    screenshotCount: 10 - index,
    totalSize: index === 2 ? 9_000_000 : 1_000_000,
  }));

const headings = () =>
  screen.getAllByRole('columnheader').map((th) => th.getAttribute('aria-sort'));

async function openField() {
  const projects = someProjects(4);
  const rename = mockEndpoint('renameProject', ({ body }) => {
    projects[1] = { ...projects[1]!, ...(body as { name: string }) };
    return { project: projects[1] };
  });
  fakeServer.use(rename.handler, mockEndpoint('getOverview', () => anOverview(projects)).handler);
  const app = await openOverview();
  await rowNames();
  await app.user.click(screen.getByRole('button', { name: 'Rename Project 2' }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of Project 2' });
  return { ...app, rename, field };
}

describe('[OV-16] the order of the projects', () => {
  test('a heading sorts by its column, then in the other direction, then not', async () => {
    fakeServer.use(
      mockEndpoint('getOverview', anOverview(named(['page 10', 'Zoo', 'Page 2', 'apple']))).handler,
    );
    const { user, path } = await openOverview('/dashboard?page=2');
    expect(await rowNames()).toEqual(['apple']);
    const byName = screen.getByRole('button', { name: 'Project' });
    await user.click(byName);
    expect(await rowNames()).toEqual(['apple', 'Page 2', 'page 10']);
    expect(path()).toBe('/dashboard?sort=name');
    expect(headings()).toEqual([null, 'ascending', 'none', 'none', null]);
    await user.click(byName);
    expect(await rowNames()).toEqual(['Zoo', 'page 10', 'Page 2']);
    expect(headings()[1]).toBe('descending');
    await user.click(byName);
    expect(await rowNames()).toEqual(['page 10', 'Zoo', 'Page 2']);
    expect(path()).toBe('/dashboard');
  });

  test('numbers begin with the largest; equal ones stay the oldest first', async () => {
    fakeServer.use(mockEndpoint('getOverview', anOverview(named(['a', 'b', 'c', 'd']))).handler);
    const { user } = await openOverview();
    await rowNames();
    await user.click(screen.getByRole('button', { name: 'Storage Size' }));
    expect(await rowNames()).toEqual(['c', 'a', 'b']);
    await user.click(screen.getByRole('button', { name: 'Screenshots' }));
    await user.click(screen.getByRole('button', { name: 'Screenshots' }));
    expect(await rowNames()).toEqual(['d', 'c', 'b']);
  });

  test('an unknown order in the URL is ignored', async () => {
    await openOverview('/dashboard?sort=-owner');
    expect(await rowNames()).toEqual(['Project 1', 'Project 2', 'Project 3']);
  });
});

describe('[OV-16] renaming a project', () => {
  test('the name becomes a field with the focus; Enter saves the trimmed name and returns to the button', async () => {
    const { user, field, rename } = await openField();
    expect(document.activeElement).toBe(field);
    await user.keyboard('  Shop {Enter}');
    await waitFor(async () => expect(await rowNames()).toEqual(['Project 1', 'Shop', 'Project 3']));
    expect(rename.received.map(({ body }) => body)).toEqual([{ name: 'Shop' }]);
    expect(toastTexts()).toContain('Project renamed successfully');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Shop' }));
  });

  test('Escape keeps the old name', async () => {
    const { user, rename } = await openField();
    await user.keyboard('Shop{Escape}');
    expect(await rowNames()).toEqual(['Project 1', 'Project 2', 'Project 3']);
    expect(screen.queryByRole('textbox', { name: 'Name of Project 2' })).toBeNull();
    expect(rename.received).toEqual([]);
  });

  test('leaving the field saves; an empty name changes nothing', async () => {
    const { user, field, rename } = await openField();
    await user.clear(field);
    await user.tab();
    expect(screen.queryByRole('textbox', { name: 'Name of Project 2' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Rename Project 2' }));
    await user.keyboard('Shop');
    await user.tab();
    await waitFor(() =>
      expect(rename.received.map(({ body }) => body)).toEqual([{ name: 'Shop' }]),
    );
  });

  test('an error stays visible as a toast, with the new name in the field', async () => {
    const { user, field } = await openField();
    fakeServer.use(mockEndpoint('renameProject', () => failure(409, 'The name is taken.')).handler);
    await user.keyboard('Shop{Enter}');
    await waitFor(() => expect(toastTexts()).toEqual(['Error / The name is taken.']));
    expect(field.value).toBe('Shop');
    expect(field.readOnly).toBe(false);
  });
});
