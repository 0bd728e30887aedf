/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { create, labelled } from './elements.ts';
import {
  bodyField,
  choicesOf,
  keyField,
  parameterField,
  requiredFields,
  optionalFields,
  type Description,
  type Operation,
} from './fields.ts';
import {
  createResult,
  isText,
  rememberScreenshot,
  showFile,
  showResult,
  showText,
  type ResultArea,
} from './result.ts';

/**
 * Returns the script of the API reference. It adds to each operation a form that sends the call to
 * this server. The form is built from the OpenAPI description, which is loaded with the first one.
 * The functions are sent as their source text and use only one another.
 */
export function tryScript(): string {
  const functions = [
    addForms,
    addForm,
    create,
    labelled,
    operationOf,
    createForm,
    keyField,
    requiredFields,
    optionalFields,
    parameterField,
    choicesOf,
    bodyField,
    send,
    requestOf,
    createResult,
    showResult,
    isText,
    showText,
    showFile,
    rememberScreenshot,
  ];
  return `${functions.map(String).join('\n')}\naddForms();\n`;
}

function addForms(): void {
  let loading: Promise<Description> | undefined;
  const load = (): Promise<Description> => {
    loading ??= fetch('/api/v1/openapi.json').then((response) => response.json());
    loading.catch(() => (loading = undefined));
    return loading;
  };
  for (const place of document.querySelectorAll<HTMLElement>('[data-operation]'))
    addForm(place, async () => operationOf(await load(), place.dataset.operation));
}

function addForm(place: HTMLElement, load: () => Promise<Operation>): void {
  const panel = create('div', { id: `try-${place.dataset.operation}`, hidden: true });
  const button = create('button', { type: 'button', className: 'button', textContent: 'Try it' });
  button.ariaLabel = `Try it: ${document.getElementById(place.dataset.operation ?? '')?.textContent}`;
  button.setAttribute('aria-expanded', 'false');
  button.setAttribute('aria-controls', panel.id);
  const open = async (): Promise<void> => {
    panel.replaceChildren(createForm(await load()));
  };
  button.addEventListener('click', () => {
    panel.hidden = !panel.hidden;
    button.setAttribute('aria-expanded', String(!panel.hidden));
    if (panel.querySelector('form') !== null) return;
    open().catch(() => {
      const text = 'The description of the API could not be loaded. Try again.';
      panel.replaceChildren(create('p', { role: 'alert', textContent: text }));
    });
  });
  place.append(button, panel);
}

function operationOf({ paths }: Description, id: string | undefined): Operation {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === id) return { ...operation, path, method: method.toUpperCase() };
  throw new Error(`There is no operation ${id}.`);
}

function createForm(operation: Operation): HTMLFormElement {
  const button = create('button', { className: 'button primary', textContent: 'Send request' });
  const result = createResult();
  const fields = create(
    'div',
    { className: 'fields' },
    ...keyField(operation),
    ...requiredFields(operation),
    ...bodyField(operation),
    ...optionalFields(operation),
  );
  const form = create('form', { className: 'try-form', ariaLabel: operation.summary }, fields);
  form.append(create('div', { className: 'actions' }, button), result.element);
  let request: AbortController | undefined;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (request !== undefined) {
      request.abort();
      return;
    }
    const current = (request = new AbortController());
    const signal = AbortSignal.any([current.signal, AbortSignal.timeout(180_000)]);
    button.textContent = 'Cancel';
    result.fill();
    result.say('Waiting for the response …');
    send(operation, { form, result, signal })
      .catch(() => {
        if (current.signal.aborted) result.say('Cancelled.');
        else result.say('The server could not be reached, or sent no response in time.', true);
      })
      .finally(() => {
        request = undefined;
        button.textContent = 'Send request';
      });
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  return form;
}

async function send(
  operation: Operation,
  to: {
    readonly form: HTMLFormElement;
    readonly result: ResultArea;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const startedAt = performance.now();
  const { url, init } = requestOf(operation, to.form);
  // As from a program: without the cookies of the dashboard.
  const response = await fetch(url, { ...init, credentials: 'omit', signal: to.signal });
  const body = await response.blob();
  const ms = Math.round(performance.now() - startedAt);
  await showResult(to.result, { response, body, ms });
}

function requestOf(
  { path, method }: Operation,
  form: HTMLFormElement,
): { url: string; init: RequestInit } {
  const url = new URL(`/api/v1${path}`, location.href);
  const headers = new Headers();
  for (const input of form.querySelectorAll<HTMLInputElement>('[data-in]')) {
    const { name, value } = input;
    if (value === '') continue;
    if (input.dataset.in === 'query') url.searchParams.set(name, value);
    else if (input.dataset.in === 'header') headers.set(name, value);
    else url.pathname = url.pathname.replace(encodeURI(`{${name}}`), encodeURIComponent(value));
  }
  const key = form.querySelector<HTMLInputElement>('[name=x-api-key]')?.value.trim() ?? '';
  if (key !== '') headers.set('x-api-key', key);
  const body = form.querySelector('textarea')?.value;
  if (body !== undefined) headers.set('content-type', 'application/json');
  return { url: url.href, init: { method, headers, ...(body !== undefined && { body }) } };
}
