import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { heading, toastTexts } from './app.tsx';
import { anOverview, mockEndpoint, failure, fakeServer, someProjects } from './fake-api.ts';
import { openOverview, rowNames } from './overview-page.tsx';

describe('the projects', () => {
  test('[OV-4] [CP-9] are a real table with the specified columns', async () => {
    await openOverview();
    await rowNames();
    const table = screen.getByRole('table', { name: 'Your Projects' });
    const columns = within(table).getAllByRole('columnheader');
    expect(columns.map((column) => column.textContent)).toEqual([
      'Project ID',
      'Project',
      'Screenshots',
      'Storage Size',
      'Actions',
    ]);
    expect(columns.every((column) => column.getAttribute('scope') === 'col')).toBe(true);
  });

  test('[OV-6] are listed three per page, with page numbers and the range as text', async () => {
    const { user, path } = await openOverview();
    expect(await rowNames()).toEqual(['Project 1', 'Project 2', 'Project 3']);
    expect(screen.getByText('Showing 1 to 3 of 4 projects')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(await rowNames()).toEqual(['Project 4']);
    expect(screen.getByText('Showing 4 to 4 of 4 projects')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
    expect(path()).toBe('/dashboard?page=2');
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await rowNames()).toEqual(['Project 1', 'Project 2', 'Project 3']);
  });

  test('[OV-5] the files of a project are one link away', async () => {
    const { user } = await openOverview();
    const link = await screen.findByRole('link', { name: 'View files of Project 2' });
    expect(link.getAttribute('href')).toBe('/dashboard/files?project=2');
    await user.click(link);
    await heading('File Manager');
  });

  test('[OV-12] [CP-11] without projects there is an empty state and no count', async () => {
    fakeServer.use(mockEndpoint('getOverview', anOverview([])).handler);
    await openOverview();
    expect(await screen.findByText('No projects yet')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create Project' })).toBeTruthy();
    expect(screen.queryByText(/Showing/)).toBeNull();
  });

  test('[OV-7] [CP-13] the two cards lead to the playground and, in a new tab, to the docs', async () => {
    await openOverview();
    expect(screen.getByRole('link', { name: /Take Screenshot/ }).getAttribute('href')).toBe(
      '/dashboard/playground',
    );
    const docs = screen.getByRole<HTMLAnchorElement>('link', {
      name: /API Documentation.*opens in a new tab/,
    });
    expect([docs.target, docs.rel]).toEqual(['_blank', 'noopener noreferrer']);
  });
});

async function openCreateDialog() {
  const app = await openOverview();
  await rowNames();
  await app.user.click(screen.getByRole('button', { name: 'Create Project' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Project' }));
  return { ...app, dialog, field: dialog.getByLabelText<HTMLInputElement>('Project Name') };
}

describe('creating a project', () => {
  test('[OV-9] [OV-11] [QC-3] trims the name, shows a toast, refreshes and opens the page of the project', async () => {
    const projects = someProjects(6);
    const created = { ...projects[0]!, id: 9, name: 'Nightly' };
    const create = mockEndpoint('createProject', { project: created });
    const overviews = mockEndpoint('getOverview', () =>
      anOverview(create.received.length === 0 ? projects : [...projects, created]),
    );
    fakeServer.use(create.handler, overviews.handler);
    const { user, field, path } = await openCreateDialog();
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.type(field, '  Nightly {Enter}');
    await waitFor(() => expect(path()).toBe('/dashboard?page=3'));
    await waitFor(async () => expect(await rowNames()).toEqual(['Nightly']));
    expect(create.received.map(({ body }) => body)).toEqual([{ name: 'Nightly' }]);
    expect(toastTexts()).toEqual(['Project created successfully']);
    expect(overviews.received).toHaveLength(2);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('[OV-9] Create is disabled while the name is blank, and Cancel closes', async () => {
    const { user, dialog, field } = await openCreateDialog();
    const create = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create Project' });
    expect(create.disabled).toBe(true);
    await user.type(field, '   ');
    expect(create.disabled).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('[OV-11] a duplicate name shows a warning and is allowed', async () => {
    const { user, dialog, field } = await openCreateDialog();
    await user.type(field, 'project 2');
    expect(dialog.getByText('You already have a project with this name.')).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Create Project' }).disabled).toBe(
      false,
    );
  });

  test('[HX-4] a failure without a message shows Failed to create project, once, and preserves the input', async () => {
    fakeServer.use(
      mockEndpoint('createProject', () => new Response('<html>', { status: 502 })).handler,
    );
    const { user, field } = await openCreateDialog();
    await user.type(field, 'Nightly{Enter}');
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Failed to create project']));
    expect(field.value).toBe('Nightly');
  });

  test('[CP-7] Escape requires confirmation before discarding the input', async () => {
    const { user, field } = await openCreateDialog();
    await user.type(field, 'Nightly');
    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard changes?' }));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(field.value).toBe('Nightly');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

async function openDeleteDialog(name = 'Project 4', path = '/dashboard?page=2') {
  const app = await openOverview(path);
  await app.user.click(await screen.findByRole('button', { name: `Delete ${name}` }));
  return {
    ...app,
    dialog: within(await screen.findByRole('alertdialog', { name: 'Delete project' })),
  };
}

describe('deleting a project', () => {
  test('[OV-5] [OV-10] [OV-12] [CP-5] [QC-3] requires confirmation, deletes, shows a toast, and leaves the empty page', async () => {
    const barrier = Promise.withResolvers<void>();
    const remove = mockEndpoint('deleteProject', async () => {
      await barrier.promise;
      return {};
    });
    const overviews = mockEndpoint('getOverview', () =>
      anOverview(someProjects(remove.received.length === 0 ? 4 : 3)),
    );
    fakeServer.use(remove.handler, overviews.handler);
    const { user, dialog } = await openDeleteDialog();
    expect(
      dialog.getByText(
        'Are you sure you want to delete "Project 4"? This action cannot be undone.',
      ),
    ).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' })),
    );
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    const busy = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Deleting...' });
    expect(busy.disabled).toBe(true);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    barrier.resolve();
    await waitFor(() => expect(toastTexts()).toEqual(['Project deleted successfully']));
    expect(await rowNames()).toEqual(['Project 1', 'Project 2', 'Project 3']);
    expect(remove.received[0]?.url.pathname).toBe('/api/v1/projects/4');
  });

  test('[CP-6] Cancel closes and returns the focus', async () => {
    const { user, dialog } = await openDeleteDialog();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const main = screen.getByRole('main');
    await waitFor(() => expect(main.contains(document.activeElement)).toBe(true));
  });

  test('a failure shows the server’s message and leaves the row', async () => {
    fakeServer.use(
      mockEndpoint('deleteProject', () => failure(409, 'This project has captures in progress.'))
        .handler,
    );
    const { user, dialog } = await openDeleteDialog();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Error / This project has captures in progress.']),
    );
  });

  test('[OV-13] lists the data deleted with it', async () => {
    const key = {
      id: 1,
      name: 'k',
      key: 'sk',
      projectId: 4,
      monthlyUsage: 0,
      monthlyLimit: null,
      isActive: true,
      allowedIps: [],
      access: 'full' as const,
      expiresAt: null,
      createdAt: '2026-01-05T10:00:00.000Z',
      lastUsedAt: null,
      lastUsedNetwork: null,
      lastUsedAgent: null,
      previousKeyValidUntil: null,
      livemode: true,
      usageResetsAt: '2026-01-05T10:00:00.000Z',
    };
    fakeServer.use(mockEndpoint('listApiKeys', { apiKeys: [key] }).handler);
    const { dialog } = await openDeleteDialog();
    expect(
      await dialog.findByText('This also deletes 12 screenshots (3.4 MB) and 1 API key.'),
    ).toBeTruthy();
  });

  test('[OV-13] above 100 files the name must be typed', async () => {
    const [project] = someProjects(1);
    fakeServer.use(
      mockEndpoint('getOverview', anOverview([{ ...project!, screenshotCount: 101 }])).handler,
    );
    const { user, dialog } = await openDeleteDialog('Project 1', '/dashboard');
    const remove = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    expect(remove.disabled).toBe(true);
    await user.type(dialog.getByLabelText('Type Project 1 to confirm'), 'Project 1');
    expect(remove.disabled).toBe(false);
  });
});
