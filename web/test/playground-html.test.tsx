import { captureLimits } from '@shotwright/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toastTexts } from './app.tsx';
import { dialog, openPlayground, playgroundServer } from './playground-fixtures.tsx';

async function openEditor() {
  playgroundServer();
  const { user } = await openPlayground();
  await user.click(screen.getByRole('radio', { name: /HTML Code/ }));
  await user.click(screen.getByRole('button', { name: 'Write HTML' }));
  const editor = await dialog('HTML Code Editor');
  const code = editor.getByRole<HTMLTextAreaElement>('textbox');
  return {
    user,
    editor,
    code,
    write: (html: string) => fireEvent.input(code, { target: { value: html } }),
  };
}

function dropFile(file: File): void {
  fireEvent.drop(screen.getByRole('dialog'), { dataTransfer: { files: [file], types: ['Files'] } });
}

function stubWideScreen() {
  const media = window.matchMedia;
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(media(query), { matches: true }));
}

describe('the code', () => {
  test('[PG-34] has line numbers, syntax colours and a size counter', async () => {
    const { editor, code, write } = await openEditor();
    expect(editor.getByText('0 B of 2 MB')).toBeTruthy();
    write('<!-- note -->\n<p class="a">é</p>\n');
    const [numbers, coloured] = code.closest('.flex')!.querySelectorAll('pre');
    expect(numbers!.textContent).toBe('1\n2\n3\n');
    expect(coloured!.textContent).toBe(`${code.value}\n`);
    const colourOf = (text: string) =>
      [...coloured!.querySelectorAll('span')].find((one) => one.textContent === text)?.className;
    const colours = ['<!-- note -->', '<p', '"a"', 'é'].map(colourOf);
    expect(new Set(colours).size).toBe(4);
    expect(await editor.findByText('34 B of 2 MB')).toBeTruthy();
  });

  test('[PG-34] HTML above the limit is reported and cannot be saved', async () => {
    const { editor, write } = await openEditor();
    write('é'.repeat(captureLimits.htmlBytes / 2));
    const save = editor.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(false);
    write(`${'é'.repeat(captureLimits.htmlBytes / 2)}!`);
    await waitFor(() => expect(save.disabled).toBe(true));
    expect(editor.getByText(/The HTML exceeds the 2 MiB limit\.$/)).toBeTruthy();
  });

  test('[PG-34] an HTML file is loaded when dropped anywhere, or chosen', async () => {
    const { user, editor, code } = await openEditor();
    dropFile(new File(['<h1>Dropped</h1>'], 'page.HTML', { type: 'text/html' }));
    await waitFor(() => expect(code.value).toBe('<h1>Dropped</h1>'));
    const file = new File(['<h1>Chosen</h1>'], 'page.htm', { type: 'text/html' });
    await user.upload(editor.getByLabelText('HTML file'), file);
    await waitFor(() => expect(code.value).toBe('<h1>Chosen</h1>'));
  });

  test('[PG-34] a file that is not HTML or is too large changes nothing and shows the reason', async () => {
    const { code } = await openEditor();
    dropFile(new File([new Uint8Array(9)], 'photo.png', { type: 'image/png' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / This is not an HTML file.']));
    dropFile(new File(['a'.repeat(captureLimits.htmlBytes + 1)], 'a.html', { type: 'text/html' }));
    await waitFor(() =>
      expect(toastTexts()).toContain('Error / This file exceeds the 2 MiB limit.'),
    );
    expect(code.value).toBe('');
  });

  test('[PG-34] the line of a JSON error is marked', async () => {
    playgroundServer();
    const { user } = await openPlayground();
    await user.click(screen.getByRole('button', { name: 'Advanced Options' }));
    const headers = screen.getByLabelText('Custom headers (optional)');
    fireEvent.change(headers, { target: { value: '{\n  "x-a" "b"\n}' } });
    const numbers = headers.closest('.flex')!.querySelector('pre')!;
    expect(numbers.querySelector('span')?.textContent).toBe('2');
    fireEvent.change(headers, { target: { value: '{\n  "x-a": "b"\n}' } });
    expect(numbers.querySelector('span')).toBeNull();
  });
});

describe('the preview', () => {
  const posted: unknown[] = [];
  beforeEach(() => {
    posted.length = 0;
  });
  afterEach(() => vi.unstubAllGlobals());

  /** The loaded frame; records what is posted to it. */
  function frame() {
    const one = screen.getByTitle<HTMLIFrameElement>('Preview of your HTML');
    vi.spyOn(one.contentWindow!, 'postMessage').mockImplementation((data: unknown) => {
      posted.push(data);
    });
    fireEvent.load(one);
    return one;
  }

  test('[PG-34] is shown beside the code, in a sandboxed frame of the capture size', async () => {
    stubWideScreen();
    await openEditor();
    const one = frame();
    expect(one.getAttribute('sandbox')).toBe('allow-scripts');
    expect(one.getAttribute('src')).toBe('/preview-frame');
    expect([one.style.width, one.style.height]).toEqual(['1280px', '720px']);
    expect(screen.getByText('1280 × 720 px')).toBeTruthy();
    expect(screen.getByText('Your page will appear here as you type.')).toBeTruthy();
    expect(
      screen.getByText('Rendered without scripts and embedded pages; the capture includes them.'),
    ).toBeTruthy();
  });

  test('[PG-34] is updated when typing pauses, not at every keystroke', async () => {
    stubWideScreen();
    const { write } = await openEditor();
    frame();
    await waitFor(() => expect(posted).toEqual(['']));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const html of ['<h1>', '<h1>H', '<h1>Hi']) {
      write(html);
      vi.advanceTimersByTime(299);
    }
    expect(posted).toEqual(['']);
    vi.advanceTimersByTime(1);
    expect(posted).toEqual(['', '<h1>Hi']);
    expect(screen.queryByText('Your page will appear here as you type.')).toBeNull();
  });

  test('[PG-34] HTML that is too large to capture is not rendered', async () => {
    stubWideScreen();
    const { write } = await openEditor();
    frame();
    write('é'.repeat(captureLimits.htmlBytes / 2 + 1));
    expect(await screen.findByText('Too large to preview.')).toBeTruthy();
    await waitFor(() => expect(posted).toEqual(['']));
  });

  test('[PG-34] replaces the code on a narrow screen, and the code retains its content', async () => {
    const { user, editor, code, write } = await openEditor();
    write('<h1>Small</h1>');
    expect(screen.queryByTitle('Preview of your HTML')).toBeNull();
    await user.click(editor.getByRole('radio', { name: 'Preview' }));
    frame();
    await waitFor(() => expect(posted).toEqual(['<h1>Small</h1>']));
    await user.click(editor.getByRole('radio', { name: 'Code' }));
    expect(screen.queryByTitle('Preview of your HTML')).toBeNull();
    expect(code.isConnected).toBe(true);
    expect(code.value).toBe('<h1>Small</h1>');
  });
});
