import { captureFormDefaults, savedOptionNames } from '@shotwright/contract/capture-options';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { derivedGroups } from '../src/features/playground/form/more/derived-options.rules.ts';
import { toastTexts } from './app.tsx';
import { fakeServer, mockEndpoint } from './fake-api.ts';
import {
  captureButton,
  group,
  moreOptions,
  openMore,
  openPlayground,
  playgroundServer,
} from './playground-fixtures.tsx';

const found = (search: string) => derivedGroups('url', search).flatMap(({ names }) => names);

describe('more options', () => {
  test('[PG-41] follow the specified controls, collapsed, with a control for each remaining option', async () => {
    playgroundServer();
    const { user } = await openPlayground();
    expect(moreOptions().getAttribute('aria-expanded')).toBe('false');
    const advanced = screen.getByRole('button', { name: 'Advanced Options' });
    expect(advanced.compareDocumentPosition(moreOptions())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await openMore(user);
    const output = group('Output').getByRole('switch', { name: 'Transparent background' });
    expect(output.getAttribute('aria-checked')).toBe('false');
    const checks = within(
      group('Wait and check').getByRole('group', { name: 'Fail on verdict' }),
    ).getAllByRole('checkbox');
    expect(checks).toHaveLength(7);
    expect(
      group('Log in')
        .getByLabelText(/^Password/)
        .getAttribute('type'),
    ).toBe('password');
    expect(group('Log in').getByLabelText(/^Cookies/).tagName).toBe('TEXTAREA');
  });

  test('[PG-41] change the request; the section shows their number, and each group is reset alone', async () => {
    const sent = playgroundServer();
    const { user } = await openPlayground(
      '/dashboard/playground?url=https://a.example/&project_id=2',
    );
    await openMore(user);
    await user.click(screen.getByRole('switch', { name: 'Transparent background' }));
    const accepted = within(screen.getByRole('group', { name: 'Accept verdicts' }));
    await user.click(accepted.getByRole('checkbox', { name: 'Incomplete' }));
    await user.click(accepted.getByRole('checkbox', { name: 'Login page' }));
    expect(moreOptions().textContent).toBe('More options2 changed');
    await user.click(captureButton());
    await waitFor(() => expect(sent.url).toHaveLength(1));
    expect(sent.url[0]?.body).toMatchObject({
      omit_background: 'true',
      accept_verdicts: 'login_wall,incomplete',
    });
    await user.click(screen.getByRole('button', { name: 'Reset Wait and check' }));
    expect(moreOptions().textContent).toBe('More options1 changed');
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Wait and check' }));
    await user.click(screen.getByRole('button', { name: 'Reset Output' }));
    expect(moreOptions().textContent).toBe('More options');
    expect(screen.queryByRole('button', { name: /^Reset / })).toBeNull();
  });

  test('[PG-40] the formats beside PNG and JPEG are chosen here, and are reset here', async () => {
    const sent = playgroundServer();
    const { user } = await openPlayground(
      '/dashboard/playground?url=https://a.example/&project_id=2&file_type=jpeg',
    );
    const format = within(screen.getByRole('group', { name: 'Image format' }));
    const chosen = () =>
      format.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked);
    expect(chosen()).toEqual([false, true]);
    expect(moreOptions().textContent).toBe('More options');
    await openMore(user);
    await user.click(group('Output').getByRole('combobox', { name: /^File type/ }));
    await user.click(await screen.findByRole('option', { name: 'WebP' }));
    expect(chosen()).toEqual([false, false]);
    expect(moreOptions().textContent).toBe('More options1 changed');
    await user.click(captureButton());
    await waitFor(() => expect(sent.url[0]?.body).toMatchObject({ file_type: 'webp' }));
    await user.click(screen.getByRole('button', { name: 'Reset Output' }));
    expect(chosen()).toEqual([true, false]);
  });

  test('[CO-A2] an option that needs others says so', async () => {
    playgroundServer();
    const { user } = await openPlayground('/dashboard/playground?clip_x=5');
    // A group with a changed option is open.
    await user.click(moreOptions());
    expect(
      screen.getByText(
        'Not possible with the other options: it has an effect only with clip_y, clip_width and clip_height.',
      ),
    ).toBeTruthy();
  });

  test('[CO-A10] the options of the finished image have controls of their kind', async () => {
    playgroundServer();
    const { user } = await openPlayground();
    await openMore(user);
    const output = group('Output');
    for (const name of [/^Quality/, /^Device scale factor/, /^Clip x/, /^Image width/, /^Padding/])
      expect(output.getByRole('spinbutton', { name }).getAttribute('aria-invalid')).not.toBe(
        'true',
      );
    expect(output.getByRole('combobox', { name: 'Image fit' }).textContent).toContain('Inside');
    expect(output.getByRole('textbox', { name: /^Image background/ })).toBeTruthy();
    const quality = output.getByRole<HTMLInputElement>('spinbutton', {
      name: /^Quality/,
    });
    await user.type(quality, '101');
    await user.tab();
    expect(quality.value).toBe('100');
  });

  test('[PG-41] an option that the other options exclude says why', async () => {
    playgroundServer();
    const { user } = await openPlayground('/dashboard/playground?omit_background=true');
    await openMore(user);
    expect(screen.queryByText(/Not possible/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'JPEG' }));
    expect(
      screen.getByText('Not possible with the other options: JPEG has no transparency.'),
    ).toBeTruthy();
  });
});

describe('the cache', () => {
  test('[DL-1] is asked for a stored image; its other options have an effect only with it', async () => {
    const accepted = {
      requestId: '6f0d0c5e-0000-4000-8000-000000000101',
      creditRequired: 0,
      statusUrl: '/s',
      projectId: 2,
      cache: 'hit' as const,
    };
    playgroundServer();
    const send = mockEndpoint('captureUrlFromDashboard', accepted);
    fakeServer.use(send.handler);
    const { user } = await openPlayground(
      '/dashboard/playground?url=https://a.example/&project_id=2',
    );
    await openMore(user);
    const cache = group('Cache');
    await user.click(cache.getByRole('switch', { name: 'Fresh' }));
    expect(
      cache.getByText('Not possible with the other options: it has an effect only with cache.'),
    ).toBeTruthy();
    await user.click(cache.getByRole('switch', { name: 'Fresh' }));
    await user.click(cache.getByRole('switch', { name: 'Cache' }));
    await user.click(captureButton());
    await waitFor(() => expect(send.received).toHaveLength(1));
    expect(send.received[0]?.body).toMatchObject({ cache: 'true' });
    expect(send.received[0]?.body).not.toHaveProperty('cache_ttl');
    await waitFor(() => expect(toastTexts()).toContain('Returned from the cache, free of charge.'));
  });
});

describe('the destination', () => {
  const archive = {
    id: 7,
    name: 'Archive',
    kind: 's3' as const,
    endpoint: null,
    region: 'eu',
    bucket: 'shots',
    access_key_id: 'AKIA',
    prefix: '',
    path_template: '{id}.{ext}',
    storage_class: null,
    acl: null,
    public_base_url: null,
    keep_local: true,
    created_at: '2026-01-05T10:00:00.000Z',
  };

  test('[DL-29] is chosen by its name and sent by its ID', async () => {
    const sent = playgroundServer();
    fakeServer.use(mockEndpoint('listDestinations', { destinations: [archive] }).handler);
    const { user } = await openPlayground(
      '/dashboard/playground?url=https://a.example/&project_id=2',
    );
    await openMore(user);
    await user.click(group('Delivery').getByRole('combobox', { name: 'Destination' }));
    const names = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(names).toEqual(['Not set', 'Archive']);
    await user.click(screen.getByRole('option', { name: 'Archive' }));
    expect(moreOptions().textContent).toBe('More options1 changed');
    await user.click(captureButton());
    await waitFor(() => expect(sent.url[0]?.body).toMatchObject({ destination_id: 7 }));
  });

  test('[DL-29] links to the page that adds one', async () => {
    playgroundServer();
    const { user } = await openPlayground();
    await openMore(user);
    const link = await group('Delivery').findByRole('link', { name: 'Add a destination' });
    expect(link.getAttribute('href')).toBe('/dashboard/settings/integrations');
  });
});

describe('options of the visitor', () => {
  test('[CO-C1] [CO-C5] are derived controls that change the request; a half position says why', async () => {
    const sent = playgroundServer();
    const { user } = await openPlayground(
      '/dashboard/playground?url=https://a.example/&project_id=2&prefers_contrast=more&latitude=-33.87',
    );
    await openMore(user);
    await user.click(screen.getByRole('switch', { name: 'Dark mode' }));
    expect(
      screen.getByText(
        'Not possible with the other options: it has an effect only with longitude.',
      ),
    ).toBeTruthy();
    await user.type(screen.getByRole('spinbutton', { name: /^Longitude/ }), '-70.5');
    expect(screen.queryByText(/Not possible/)).toBeNull();
    await user.type(screen.getByLabelText(/^Cookies/), 'a=1');
    await user.click(captureButton());
    await waitFor(() => expect(sent.url).toHaveLength(1));
    expect(sent.url[0]?.body).toMatchObject({
      dark_mode: 'true',
      prefers_contrast: 'more',
      latitude: -33.87,
      longitude: -70.5,
      cookies: 'a=1',
    });
    expect(window.location.search).not.toContain('cookies');
  });
});

describe('steps', () => {
  test('[CO-D20] are lines, whose mistake is shown once they are typed', async () => {
    const sent = playgroundServer();
    const { user } = await openPlayground(
      '/dashboard/playground?url=https://a.example/&project_id=2',
    );
    await openMore(user);
    const steps = group('Interact').getByLabelText(/^Steps/);
    await user.type(steps, 'press Enter{enter}clik #b');
    expect(screen.queryByText(/^Step 2/)).toBeNull();
    await user.tab();
    expect(screen.getByText(/^Step 2 has the action "clik"; valid are click, type/)).toBeTruthy();
    await user.clear(steps);
    await user.type(steps, 'press Enter{enter}click #b');
    await user.tab();
    expect(screen.queryByText(/^Step /)).toBeNull();
    await user.click(captureButton());
    await waitFor(() => expect(sent.url).toHaveLength(1));
    expect(sent.url[0]?.body).toMatchObject({ steps: 'press Enter\nclick #b' });
    expect(window.location.search).not.toContain('steps');
  });
});

describe('options that clean up', () => {
  test('[CO-B1] [CO-B5] are lists with one item a line, and kinds to choose', async () => {
    const sent = playgroundServer();
    const { user } = await openPlayground(
      '/dashboard/playground?url=https://a.example/&project_id=2&remove_selectors=a%0Ab,c',
    );
    await openMore(user);
    const clean = group('Clean up');
    expect(clean.getByLabelText(/^Remove selectors/)).toHaveProperty('value', 'a\nb,c');
    await user.type(clean.getByLabelText(/^Hide selectors/), '#promo, #chat{enter}.late');
    await user.click(clean.getByRole('checkbox', { name: 'Font' }));
    await user.click(captureButton());
    await waitFor(() => expect(sent.url).toHaveLength(1));
    expect(sent.url[0]?.body).toMatchObject({
      hide_selectors: '#promo, #chat\n.late',
      remove_selectors: 'a\nb,c',
      block_resources: 'font',
    });
  });
});

describe('derived options', () => {
  test('and the specified ones are all options of the form', () => {
    const derived = found('');
    expect(derived).toContain('omit_background');
    expect(
      derived.filter((name) =>
        /^(?:url|html|width|height|delay|inject_.*|custom_header)$/.test(name),
      ),
    ).toEqual([]);
    expect(savedOptionNames.filter((name) => !(name in captureFormDefaults))).toEqual([]);
  });

  test('are found by name, label and description', () => {
    expect(found('omit_back')).toEqual(['omit_background']);
    expect(found(' TRANSPARENT ')).toEqual(['omit_background']);
    expect(found('about the image that make')).toEqual(['fail_on_verdict']);
    expect(found('nothing like it')).toEqual([]);
  });
});
