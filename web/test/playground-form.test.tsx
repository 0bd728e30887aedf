import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test } from 'vitest';
import { defaultConfig } from '../src/lib/api/runtime-config.ts';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, failure, fakeServer, someProjects } from './fake-api.ts';
import {
  captureButton,
  chooseProject,
  dialog,
  fillIn,
  openPlayground,
  playgroundServer,
} from './playground-fixtures.tsx';

function button(name: string): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', { name });
}

describe('the capture source', () => {
  test('[PG-1] the method is Website URL or HTML Code, the latter labelled BETA', async () => {
    playgroundServer();
    const { user } = await openPlayground();
    const method = within(screen.getByRole('group', { name: 'Capture method' }));
    expect(method.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
      'Website URL',
      'HTML Code BETA',
    ]);
    await user.click(method.getByRole('radio', { name: /HTML Code/ }));
    expect(screen.queryByLabelText('URL')).toBeNull();
    expect(button('Write HTML')).toBeTruthy();
  });

  test('[PG-2] [PG-14] [PG-17] HTML is written in a dialog, saved, and sent to the HTML endpoint', async () => {
    const sent = playgroundServer();
    const { user } = await openPlayground();
    await user.click(screen.getByRole('radio', { name: /HTML Code/ }));
    await user.click(button('Write HTML'));
    const editor = await dialog('HTML Code Editor');
    await user.click(editor.getByRole('textbox'));
    await user.paste('<h1>Hello</h1>');
    await user.click(editor.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('<h1>Hello</h1>')).toBeTruthy();
    await chooseProject(user);
    await user.click(captureButton());
    await waitFor(() => expect(sent.html).toHaveLength(1));
    expect(sent.html[0]?.body).toMatchObject({ html: '<h1>Hello</h1>', project_id: 2 });
    expect(sent.html[0]?.body).not.toHaveProperty('url');
    expect(sent.url).toHaveLength(0);
  });

  test('[PG-3] blank HTML is rejected with a toast and the dialog remains; Cancel discards', async () => {
    playgroundServer();
    const { user } = await openPlayground();
    await user.click(screen.getByRole('radio', { name: /HTML Code/ }));
    await user.click(button('Write HTML'));
    const editor = await dialog('HTML Code Editor');
    await user.type(editor.getByRole('textbox'), '   ');
    await user.click(editor.getByRole('button', { name: 'Save' }));
    expect(toastTexts()).toEqual([
      'HTML code requried / Please enter some HTML code or click cancel.',
    ]);
    expect(screen.getByRole('dialog', { name: 'HTML Code Editor' })).toBeTruthy();
    await user.type(editor.getByRole('textbox'), '<b>lost</b>');
    await user.click(editor.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('No HTML yet')).toBeTruthy();
  });

  test('[PG-31] a bare host becomes an https URL when its field loses the focus', async () => {
    playgroundServer();
    const { user } = await openPlayground();
    const url = screen.getByLabelText<HTMLInputElement>('URL');
    await user.type(url, '  example.com ');
    await user.tab();
    expect(url.value).toBe('https://example.com');
  });

  test('[PG-31] a private host is reported at once, before the field loses the focus', async () => {
    playgroundServer();
    const { user } = await openPlayground();
    const url = screen.getByLabelText('URL');
    await user.type(url, 'http://192.168.1.1/');
    expect(document.activeElement).toBe(url);
    expect(
      screen.getByText('This is a private address. Only public pages can be captured.'),
    ).toBeTruthy();
    expect(url.getAttribute('aria-invalid')).toBe('true');
  });

  test('[PG-31] after signing in without a reload, an allowed private host is accepted, and after signing out it is unknown', async () => {
    playgroundServer();
    const config = privateTargetsOfMembers();
    fakeServer.use(mockEndpoint('login', { user: ada }).handler, config.handler);
    const { user, router } = renderApp('/');
    await heading('Sign in');
    const warning = 'This is a private address. Only public pages can be captured.';
    const openAndType = async () => {
      await act(() => router.navigate('/dashboard/playground'));
      await heading('Playground');
      await user.type(screen.getByLabelText('URL'), 'http://10.1.2.3/');
    };
    const signIn = async () => {
      await user.type(screen.getByLabelText('Email'), 'ada@lovelace.dev');
      await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
      await heading('Overview');
    };
    await signIn();
    await openAndType();
    await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await heading('Sign in');
    await waitFor(() => expect(config.answered).toEqual([0, 1, 0]));
    fakeServer.use(http.get('*/config.json', () => HttpResponse.error()));
    await signIn();
    await openAndType();
    expect(await screen.findByText(warning)).toBeTruthy();
  });
});

/** The configuration as the server answers it: private targets only for a signed-in user. */
function privateTargetsOfMembers() {
  const answered: number[] = [];
  const handler = http.get('*/config.json', () => {
    const isSignedIn = localStorage.getItem(storageKeys.authFlag) === 'true';
    const privateTargets = isSignedIn ? ['10.1.0.0/16'] : [];
    answered.push(privateTargets.length);
    return HttpResponse.json({ ...defaultConfig, privateTargets });
  });
  return { handler, answered };
}

describe('lists', () => {
  test('[PG-4] [PG-5] [NT-5] a load error is shown under its field', async () => {
    playgroundServer();
    fakeServer.use(
      mockEndpoint('listProjects', () => failure(500, 'No projects just now.')).handler,
      mockEndpoint('listDeviceNames', () => failure(500, 'No devices just now.')).handler,
    );
    await openPlayground();
    expect(
      await screen.findByText('Failed to load projects. Please refresh the page.'),
    ).toBeTruthy();
    expect(
      await screen.findByText('Failed to load devices. Please refresh the page.'),
    ).toBeTruthy();
    expect(toastTexts().toSorted()).toEqual([
      'Error / No devices just now.',
      'Error / No projects just now.',
    ]);
  });

  test('[PG-5] [PG-8] [PG-35] devices can be searched, are grouped, show their size, and replace the size fields', async () => {
    const sent = playgroundServer();
    const { user } = await openPlayground();
    await fillIn(user);
    await user.click(screen.getByRole('combobox', { name: 'Device' }));
    const list = await screen.findByRole('listbox');
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('group')
          .map((group) => group.textContent),
      ).toEqual([
        'PhoneiPhone 15393 × 659 @3x',
        'TabletiPad Mini768 × 1024 @2x',
        'DesktopDesktop Chrome1280 × 720',
      ]),
    );
    await user.keyboard('ipad');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await user.click(screen.getByRole('option', { name: /iPad Mini/ }));
    const width = screen.getByLabelText<HTMLInputElement>('Width');
    expect([width.disabled, width.value]).toEqual([true, '768']);
    await user.click(captureButton());
    await waitFor(() => expect(sent.url).toHaveLength(1));
    expect(sent.url[0]?.body).toMatchObject({ emulate_device: 'iPad Mini' });
    expect(sent.url[0]?.body).not.toHaveProperty('width');
  });

  test('[PG-32] a new project is created from the select and selected', async () => {
    playgroundServer();
    const fifth = { ...someProjects(5)[4]!, name: 'Fresh' };
    fakeServer.use(
      mockEndpoint('createProject', () => {
        fakeServer.use(
          mockEndpoint('listProjects', { projects: [...someProjects(4), fifth] }).handler,
        );
        return { project: fifth };
      }).handler,
    );
    const { user } = await openPlayground();
    await chooseProject(user, '+ New project');
    const form = await dialog('Create Project');
    await user.type(form.getByLabelText('Project Name'), 'Fresh');
    await user.click(form.getByRole('button', { name: 'Create Project' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('combobox', { name: 'Project' }).textContent).toContain('Fresh');
  });

  test('[PG-32] a single project is selected automatically, and the last choice is remembered', async () => {
    playgroundServer();
    fakeServer.use(mockEndpoint('listProjects', { projects: someProjects(1) }).handler);
    await openPlayground();
    const project = screen.getByRole('combobox', { name: 'Project' });
    await waitFor(() => expect(project.textContent).toContain('Project 1'));
  });
});

describe('options', () => {
  test('[PG-6] [PG-7] [PG-9] [PG-10] [PG-13] every control changes the request', async () => {
    const sent = playgroundServer();
    const { user } = await openPlayground();
    await fillIn(user);
    const width = screen.getByLabelText<HTMLInputElement>('Width');
    await user.clear(width);
    await user.type(width, '-50');
    expect(width.value).toBe('50');
    await user.tab();
    expect(width.value).toBe('100');
    const height = screen.getByLabelText<HTMLInputElement>('Height');
    await user.clear(height);
    await user.tab();
    expect(height.value).toBe('720');
    for (const name of [
      'Full Page',
      'Disable Animations',
      'Disable JavaScript',
      'Enable High Resolution (2x)',
    ]) {
      await user.click(screen.getByRole('switch', { name }));
    }
    await user.click(screen.getByRole('radio', { name: 'JPEG' }));
    await user.click(button('Advanced Options'));
    const fields = {
      'Delay (optional)': '90',
      'Proxy server (optional)': 'http://a:b@proxy.example:80',
      'Target element selector (optional)': '#main',
      'Custom CSS (optional)': 'b { top: 0 }',
      'Custom JavaScript (optional)': 'go()',
      'Custom headers (optional)': '{ "x-a": "b" }',
    };
    for (const [name, value] of Object.entries(fields)) {
      fireEvent.change(screen.getByLabelText(name), { target: { value } });
      fireEvent.blur(screen.getByLabelText(name));
    }
    await user.click(captureButton());
    await waitFor(() => expect(sent.url).toHaveLength(1));
    expect(sent.url[0]?.body).toEqual({
      url: 'https://example.com',
      project_id: 2,
      file_type: 'jpeg',
      full_page: 'true',
      disable_animations: 'true',
      disable_javascript: 'true',
      retina: 'true',
      width: 100,
      height: 720,
      delay: 60,
      proxy_url: 'http://a:b@proxy.example:80',
      element_selector: '#main',
      inject_css: 'b { top: 0 }',
      inject_js: 'go()',
      custom_header: '{"x-a":"b"}',
    });
  });

  test('[PG-12] [RL-8] malformed headers are omitted with a warning, and the capture runs', async () => {
    const sent = playgroundServer();
    const { user } = await openPlayground();
    await fillIn(user);
    await user.click(button('Advanced Options'));
    fireEvent.change(screen.getByLabelText('Custom headers (optional)'), {
      target: { value: '{\n  "x-a" "b"\n}' },
    });
    expect(screen.getByText('The headers will not be sent: invalid JSON (line 2).')).toBeTruthy();
    await user.click(captureButton());
    await waitFor(() => expect(sent.url).toHaveLength(1));
    expect(sent.url[0]?.body).not.toHaveProperty('custom_header');
  });

  test('[PG-34] Tab indents in a code field, and Escape then Tab leaves it', async () => {
    playgroundServer();
    const { user } = await openPlayground();
    await user.click(button('Advanced Options'));
    const css = screen.getByLabelText<HTMLTextAreaElement>('Custom CSS (optional)');
    await user.click(css);
    await user.keyboard('a{Tab}b');
    expect(css.value).toBe('a  b');
    await user.keyboard('{Escape}{Tab}');
    expect(document.activeElement).not.toBe(css);
    expect(css.value).toBe('a  b');
  });
});
