import type { StaffNewsSlide } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { enter, listen, toastTexts } from './app.tsx';
import { configured, failure, fakeServer, mockEndpoint, neverResponds } from './fake-api.ts';
import { aNotice, aSlide, openNews } from './staff-news.page.tsx';

const section = (name: string) => within(screen.getByRole('region', { name }));
const moveDown = () => screen.getByRole('button', { name: 'Move Slide 1 down' });
const titles = () =>
  section('News slides')
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

describe('[SF-6] the lists', () => {
  test('empty lists explain what will appear and offer to create it', async () => {
    const { user } = await openNews();
    expect(await screen.findByText('No slides yet')).toBeTruthy();
    expect(await screen.findByText('No notices yet')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'New slide' }));
    expect(await screen.findByRole('dialog', { name: 'New slide' })).toBeTruthy();
  });

  test('a failure of one list leaves the other, and Retry loads it', async () => {
    let isDown = true;
    const { user } = await openNews({
      slides: () => (isDown ? failure(500, 'Away.') : { slides: [aSlide(1)] }),
      notices: { notices: [aNotice(7)] },
    });
    expect(await screen.findByText('Failed to load the slides')).toBeTruthy();
    expect(await screen.findByText('Notice 7')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Slide 1')).toBeTruthy();
  });

  test('each row says its state in words', async () => {
    await openNews({
      slides: { slides: [aSlide(1, { state: 'draft' }), aSlide(2, { href: '/docs' })] },
      notices: {
        notices: [
          aNotice(3),
          aNotice(4, { state: 'past', resolvedAt: '2026-11-30T11:00:00.000Z' }),
          aNotice(5, { kind: 'maintenance', state: 'planned' }),
        ],
      },
    });
    await screen.findByText('Slide 1');
    for (const text of ['Draft', 'Shown', '/docs']) section('News slides').getByText(text);
    await screen.findByText('Notice 3');
    for (const text of ['Maintenance', 'Planned', 'Ended', /^Resolved Nov 30/, /^Since Nov 30/])
      section('Status notices').getByText(text);
    // Only a current notice can be resolved.
    expect(screen.getAllByRole('button', { name: /^Resolve / })).toHaveLength(1);
  });

  test('a full list offers no more slides and says why', async () => {
    await openNews({ slides: { slides: Array.from({ length: 10 }, (_, id) => aSlide(id + 1)) } });
    await screen.findByText('Delete a slide to create another.');
    expect(screen.getByRole('button', { name: 'New slide' })).toHaveProperty('disabled', true);
    expect(screen.getByText('10 of 10')).toBeTruthy();
  });

  test('a status page elsewhere is named, because its users see no banner', async () => {
    fakeServer.use(configured({ statusUrl: 'https://status.example/' }));
    await openNews({ slides: neverResponds });
    expect(await screen.findByText(/leads users to https:\/\/status\.example\//)).toBeTruthy();
  });
});

describe('[SF-6] a slide', () => {
  test('is created with a preview of what visitors see', async () => {
    const slides: StaffNewsSlide[] = [];
    const create = mockEndpoint('createNewsSlide', () => {
      slides.push(aSlide(1, { title: 'Faster captures' }));
      return { slide: slides[0]! };
    });
    fakeServer.use(create.handler);
    const { user } = await openNews({ slides: () => ({ slides }) });
    await user.click(await screen.findByRole('button', { name: 'New slide' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enter(user, dialog.getByLabelText('Title'), 'Faster captures');
    await enter(user, dialog.getByLabelText('Text'), 'Twice as fast.');
    await enter(user, dialog.getByLabelText(/^Link/), '/docs');
    await enter(user, dialog.getByLabelText(/^Show until/), '2026-12-24T18:00');
    const preview = within(dialog.getByRole('region', { name: 'Preview' }));
    const link = preview.getByRole('link', { name: /^Faster captures/ });
    expect(link.getAttribute('href')).toBe('/docs');
    expect(preview.getByText('Twice as fast.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(create.received[0]?.body).toEqual({
      title: 'Faster captures',
      text: 'Twice as fast.',
      href: '/docs',
      image: null,
      visibleFrom: null,
      visibleUntil: new Date('2026-12-24T18:00').toISOString(),
      isPublished: true,
    });
    expect(await screen.findByRole('heading', { name: 'Faster captures' })).toBeTruthy();
    expect(toastTexts()).toEqual(['Slide saved / Faster captures']);
  });

  test('with errors is not sent; each error is at its field, and the first field has the focus', async () => {
    const create = mockEndpoint('createNewsSlide', { slide: aSlide(1) });
    fakeServer.use(create.handler);
    const { user } = await openNews();
    await user.click(await screen.findByRole('button', { name: 'New slide' }));
    const dialog = within(await screen.findByRole('dialog'));
    await enter(user, dialog.getByLabelText('Text'), 'Text');
    await enter(user, dialog.getByLabelText(/^Link/), 'javascript:alert(1)');
    await enter(user, dialog.getByLabelText(/^Image/), 'http://images.example/a.png');
    await enter(user, dialog.getByLabelText(/^Show from/), '2026-12-24T18:00');
    await enter(user, dialog.getByLabelText(/^Show until/), '2026-12-24T17:00');
    expect(dialog.queryByText('Enter a title.')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Publish' }));
    const problems = [...document.querySelectorAll('[aria-invalid="true"]')].map(
      (field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent,
    );
    expect(problems).toEqual([
      'Enter a title.',
      'Enter a URL that starts with https://, or a path that starts with /.',
      'Enter a URL that starts with https://, or a path that starts with /.',
      'Choose a time after the start.',
    ]);
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Title')));
    expect(dialog.queryByRole('link')).toBeNull();
    expect(create.received).toEqual([]);
  });

  test('that the server refuses keeps its input, with the sentence at the field', async () => {
    const update = mockEndpoint('updateNewsSlide', () =>
      failure(400, 'title: must not be blank', {
        code: 'validation_failed',
        details: { fields: [{ path: 'title', message: 'must not be blank' }] },
      }),
    );
    fakeServer.use(update.handler);
    const { user } = await openNews({ slides: { slides: [aSlide(3, { isPublished: false })] } });
    await user.click(await screen.findByRole('button', { name: 'Edit Slide 3' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit slide' }));
    await user.click(dialog.getByRole('switch', { name: 'Published' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Title must not be blank.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Title')));
    expect(update.received[0]?.url.pathname).toMatch(/\/staff\/news-slides\/3$/);
    expect(update.received[0]?.body).toMatchObject({ title: 'Slide 3', isPublished: true });
    expect(toastTexts()).toEqual([]);
    await enter(user, dialog.getByLabelText('Title'), '!');
    expect(dialog.queryByText('Title must not be blank.')).toBeNull();
  });

  test('is moved by its buttons, keeps the focus, and its place is read aloud', async () => {
    let slides = [aSlide(1), aSlide(2), aSlide(3)];
    const move = mockEndpoint('moveNewsSlide', ({ url, body }) => {
      const id = Number(/(\d+)\/move$/.exec(url.pathname)?.[1]);
      const from = slides.findIndex((slide) => slide.id === id);
      const to = from + ((body as { direction: string }).direction === 'up' ? -1 : 1);
      slides = slides.toSpliced(from, 1).toSpliced(to, 0, slides[from]!);
      return { slides };
    });
    fakeServer.use(move.handler);
    const { user } = await openNews({ slides: () => ({ slides }) });
    await screen.findByText('Slide 1');
    expect(screen.getByRole('button', { name: 'Move Slide 1 up' })).toHaveProperty(
      'disabled',
      true,
    );
    const heard = listen();
    await user.click(moveDown());
    await waitFor(() => expect(titles()).toEqual(['Slide 2', 'Slide 1', 'Slide 3']));
    expect(document.activeElement).toBe(moveDown());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(titles()).toEqual(['Slide 2', 'Slide 3', 'Slide 1']));
    // The button of the last place is disabled.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Slide 1 up' }));
    await waitFor(() => expect(heard.at(-1)).toBe('Slide 1: Place 3 of 3'));
  });

  test('is deleted only after a confirmation', async () => {
    let slides = [aSlide(1)];
    const remove = mockEndpoint('deleteNewsSlide', () => {
      slides = [];
      return {};
    });
    fakeServer.use(remove.handler);
    const { user } = await openNews({ slides: () => ({ slides }) });
    await user.click(await screen.findByRole('button', { name: 'Delete Slide 1' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete slide' }));
    expect(remove.received).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No slides yet')).toBeTruthy();
    expect(toastTexts()).toEqual(['Slide deleted']);
  });
});
