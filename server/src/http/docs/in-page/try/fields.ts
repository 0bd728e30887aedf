/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { create, labelled } from './elements.ts';

/** The part of the OpenAPI description that a form needs. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>;
  };
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Schema {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
}

/** An operation with its path and its method in capital letters. */
export interface Operation extends DescribedOperation {
  readonly path: string;
  readonly method: string;
}

/** Returns the field of the key, which is kept in this tab only, for the other forms and pages. */
export function keyField({ operationId, security = [] }: Operation): HTMLElement[] {
  if (!security.some((one) => 'apiKey' in one)) return [];
  const input = create('input', {
    type: 'password',
    name: 'x-api-key',
    autocomplete: 'off',
    spellcheck: false,
    placeholder: 'sk_test_…',
    value: sessionStorage.getItem('docsKey') ?? '',
  });
  input.addEventListener('input', () => {
    sessionStorage.setItem('docsKey', input.value.trim());
    // Samples are filled with keys of the account only.
    sessionStorage.removeItem('docsKeyName');
    document.dispatchEvent(new Event('docs:key'));
  });
  document.addEventListener('docs:key', () => {
    const key = sessionStorage.getItem('docsKey') ?? '';
    if (key !== input.value.trim()) input.value = key;
  });
  const help = 'A test key captures a sample image for free. The key stays in this tab.';
  const field = labelled(input, { id: `${operationId}-key`, label: 'API key', help });
  field.classList.add('wide');
  return [field];
}

/** Returns the fields of the required parameters. */
export function requiredFields(operation: Operation): HTMLElement[] {
  const { parameters = [] } = operation;
  return parameters.filter((one) => one.required).map((one) => parameterField(one, operation));
}

/** Returns the fields of the optional parameters. Many are added one by one. */
export function optionalFields(operation: Operation): HTMLElement[] {
  const { operationId } = operation;
  const parameters = (operation.parameters ?? []).filter((one) => !one.required);
  const isShown = (one: Parameter): boolean => parameters.length <= 10 || one.name === 'url';
  const shown = parameters.filter(isShown).map((one) => parameterField(one, operation));
  const rest = parameters.filter((one) => !isShown(one));
  if (rest.length === 0) return shown;
  const select = create(
    'select',
    {},
    new Option('Choose a parameter', ''),
    ...rest.map(({ name }) => new Option(name)),
  );
  const chooser = labelled(select, { id: `${operationId}-more`, label: 'Add a parameter' });
  select.addEventListener('change', () => {
    const parameter = rest.find(({ name }) => name === select.value);
    if (parameter === undefined) return;
    const field = parameterField(parameter, operation);
    chooser.before(field);
    select.selectedOptions[0]?.remove();
    select.value = '';
    field.querySelector<HTMLElement>('input, select')?.focus();
  });
  return [...shown, chooser];
}

/** Returns the field of one parameter. */
export function parameterField(
  parameter: Parameter,
  { operationId, path }: Operation,
): HTMLElement {
  const { name, required, schema, description = schema.description ?? '' } = parameter;
  const choices = choicesOf(schema);
  const input =
    choices === undefined
      ? create('input', { spellcheck: false, autocomplete: 'off' })
      : create(
          'select',
          {},
          new Option('Not set', ''),
          ...choices.map((choice) => new Option(choice)),
        );
  input.name = name;
  input.required = required;
  input.dataset.in = parameter.in;
  if (name === 'id' && path.startsWith('/screenshots/')) {
    input.dataset.screenshot = '';
    input.value = sessionStorage.getItem('docsScreenshot') ?? '';
  }
  return labelled(input, {
    id: `${operationId}-${name}`,
    label: create('code', { textContent: name }),
    note: required ? '' : ' (optional)',
    ...(description !== '' && { help: description.replaceAll('`', '') }),
  });
}

/** Returns the values of a schema that allows only some, as text. */
export function choicesOf({ type, enum: values, anyOf }: Schema): string[] | undefined {
  if (values !== undefined) return values.map(String);
  if (type === 'boolean') return ['true', 'false'];
  const parts = anyOf?.map(choicesOf);
  if (parts === undefined || parts.includes(undefined)) return undefined;
  return [...new Set(parts.flatMap((part) => part ?? []))];
}

/** Returns the field of a JSON body, which starts as the example. */
export function bodyField({ operationId, requestBody }: Operation): HTMLElement[] {
  if (requestBody === undefined) return [];
  const { example = {} } = requestBody.content['application/json'] ?? {};
  const text = JSON.stringify(example, null, 2);
  const rows = Math.max(4, text.split('\n').length + 1);
  const input = create('textarea', { name: 'body', value: text, rows, spellcheck: false });
  const field = labelled(input, { id: `${operationId}-body`, label: 'Body (JSON)' });
  field.classList.add('wide');
  return [field];
}
