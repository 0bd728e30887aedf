/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { create } from './elements.ts';

/** The part of a form below its button. */
export interface ResultArea {
  readonly element: HTMLElement;
  /** Shows a line, which screen readers announce. */
  say(text: string, isError?: boolean): void;
  fill(...content: Node[]): void;
}

/** A response with its body and the time from the request to the end of the body. */
interface Received {
  readonly response: Response;
  readonly body: Blob;
  readonly ms: number;
}

/** Returns an empty result. */
export function createResult(): ResultArea {
  const line = create('p', { className: 'line', role: 'status' });
  const content = create('div', {});
  return {
    element: create('div', { className: 'result' }, line, content),
    say: (text, isError = false) => {
      line.textContent = text;
      line.classList.toggle('error', isError);
    },
    fill: (...nodes) => content.replaceChildren(...nodes),
  };
}

/** Shows a response: status, time, size, the headers that matter, the error in words, and the body. */
export async function showResult(
  { say, fill }: ResultArea,
  { response, body, ms }: Received,
): Promise<void> {
  const size = body.size < 1_024 ? `${body.size} B` : `${(body.size / 1_024).toFixed(1)} KB`;
  const status = `${response.status} ${response.statusText}`.trim();
  const names = [
    'content-type',
    'x-request-id',
    'x-screenshot-id',
    'x-credits-charged',
    'x-credits-remaining',
    'x-cache',
    'location',
    'retry-after',
  ];
  const headers = names.flatMap((name) => {
    const value = response.headers.get(name);
    if (value === null) return [];
    const term = create('dt', {}, create('code', { textContent: name }));
    return [create('div', {}, term, create('dd', { textContent: value }))];
  });
  const list = create('dl', {}, ...headers);
  rememberScreenshot(response.headers.get('x-screenshot-id'));
  const text = isText(body.type) ? await body.text() : undefined;
  fill(list, ...(text === undefined ? showFile(body) : showText(text, response)));
  say(`${status} · ${ms} ms · ${size}`, !response.ok);
}

/** Returns true for a body that is shown as text. */
export function isText(type: string): boolean {
  return /^(?:text\/|application\/json)/.test(type);
}

/** Returns the nodes of a text. JSON is indented; the sentence of an error comes first. */
export function showText(text: string, { ok, url, headers }: Response): HTMLElement[] {
  const isJson = /json/.test(headers.get('content-type') ?? '');
  const value: unknown = isJson ? JSON.parse(text) : undefined;
  const shown = isJson ? JSON.stringify(value, null, 2) : text;
  const code = create('code', { textContent: shown.slice(0, 200_000) });
  const caption = create('figcaption', { textContent: isJson ? 'JSON' : 'Text' });
  const figure = create('figure', { className: 'code' }, caption);
  figure.append(create('pre', { tabIndex: 0 }, code));
  document.dispatchEvent(new CustomEvent('docs:sample', { detail: figure }));
  if (typeof value !== 'object' || value === null) return [figure];
  if (ok) {
    const isCapture = /\/(?:screenshots|html-to-image)$/.test(new URL(url).pathname);
    if (isCapture) rememberScreenshot(Reflect.get(value, 'requestId'));
    return [figure];
  }
  const sentence = create('p', {
    className: 'sentence',
    textContent: String(Reflect.get(value, 'message')),
  });
  const help = create('a', { href: String(Reflect.get(value, 'docs')), textContent: 'What to do' });
  sentence.append(' ', help);
  return [sentence, figure];
}

/** Returns an image, and the link that saves a file. */
export function showFile(file: Blob): HTMLElement[] {
  if (file.size === 0) return [];
  const url = URL.createObjectURL(file);
  const [, ending = 'bin'] = /\/([a-z0-9]+)/.exec(file.type) ?? [];
  const save = create('a', {
    href: url,
    download: `response.${ending}`,
    textContent: 'Save the file',
  });
  const links = create('p', { className: 'links' }, save);
  if (!file.type.startsWith('image/')) return [links];
  const image = create('img', { src: url, alt: 'The image of the response' });
  image.addEventListener('load', () => {
    links.append(` ${image.naturalWidth} × ${image.naturalHeight} px`);
  });
  return [create('div', { className: 'shot', tabIndex: 0 }, image), links];
}

/** Fills the ID of a new screenshot into the forms of the calls that need one. */
export function rememberScreenshot(id: unknown): void {
  if (typeof id !== 'string') return;
  sessionStorage.setItem('docsScreenshot', id);
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-screenshot]'))
    field.value = id;
}
