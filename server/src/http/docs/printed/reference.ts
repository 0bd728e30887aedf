import { captureOptionNames, type EndpointAuth } from '@shotwright/contract';
import type { OpenApiDocument, OpenApiOperation } from '../openapi.ts';
import { asRecord } from '../../../lib/as-record.ts';
import { fieldRows, typeText } from './schema-fields.ts';
import { jsonBlock, markdownTable } from '../site/markdown.ts';

/** Readers of a part of the reference: callers with an API key, or the dashboard. */
export type ReferencePart = 'key' | 'dashboard';

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

const optionNames: ReadonlySet<string> = new Set(captureOptionNames);

/** Returns the operations of one part, the most important tag first, with their parameters, bodies, responses and errors. */
export function referenceOf(document: OpenApiDocument, part: ReferencePart): string {
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .filter(({ operation }) => (part === 'key') === isForPrograms(operation))
    .toSorted((a, b) => tagOrder(document, a) - tagOrder(document, b));
  const server = document.servers[0]?.url ?? '';
  const sections = [...Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')].map(
    ([tag, ofTag]) =>
      `## ${tag}\n\n${ofTag.map((one) => operationText(one, { document, server })).join('\n\n')}`,
  );
  return [contents(operations), ...sections].join('\n\n');
}

/** Returns the fields of every named schema. */
export function schemasOf(document: OpenApiDocument): string {
  return Object.entries(namedSchemas(document))
    .map(([name, schema]) => {
      const isCapture = Object.keys(asRecord(asRecord(schema).properties)).length > manyOptions;
      const text = isCapture ? captureNote : fieldTable(schema);
      return `### ${name} {#schema-${name}}\n\n${text}`;
    })
    .join('\n\n');
}

/** Bodies with more options than this refer to the page of the options. */
const manyOptions = 40;
const captureNote = 'The [capture options](/docs/options) that apply to this call.';

function namedSchemas(document: OpenApiDocument): Record<string, unknown> {
  return asRecord(asRecord(document.components).schemas);
}

/** Returns the schema that a reference, or the first of several references, names. */
function resolved(schema: unknown, document: OpenApiDocument): unknown {
  const { $ref, anyOf } = asRecord(schema);
  if (typeof $ref === 'string') return namedSchemas(document)[$ref.split('/').at(-1) ?? ''];
  return Array.isArray(anyOf) ? resolved(anyOf[0], document) : schema;
}

function tagOrder({ tags }: OpenApiDocument, { operation }: Operation): number {
  const names = Array.isArray(tags) ? tags.map((tag) => asRecord(tag).name) : [];
  return names.indexOf(operation.tags[0]);
}

/** True for calls with an API key, and for the prices of captures, which anyone can read. */
function isForPrograms(operation: OpenApiOperation): boolean {
  return takesKey(operation) || operation.operationId === 'listPrices';
}

function takesKey({ security }: OpenApiOperation): boolean {
  return Array.isArray(security) && security.some((one) => 'apiKey' in asRecord(one));
}

function contents(operations: readonly Operation[]): string {
  const rows = operations.map(({ path, method, operation }) => [
    `[${operation.summary}](#${operation.operationId})`,
    `\`${method.toUpperCase()} ${path}\``,
  ]);
  return markdownTable(['Operation', 'Request'], rows);
}

function operationText(
  { path, method, operation }: Operation,
  { document, server }: { readonly document: OpenApiDocument; readonly server: string },
): string {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const parts = [
    `### ${summary} {#${operationId}}`,
    `**${method.toUpperCase()}** \`${path}\``,
    accessText(operation),
    parameterTable(parameters),
    bodyText(requestBody, document),
    sampleText({ path, method, operation }, server),
    // A script adds the form.
    isForPrograms(operation) ? `<div class="try" data-operation="${operationId}">\n</div>` : '',
    requestBody !== undefined && asRecord(responses)['202'] !== undefined ? waitNote : '',
    responseText(asRecord(responses)),
  ];
  return parts.filter((text) => text !== '').join('\n\n');
}

const access: Readonly<Partial<Record<EndpointAuth, string>>> = {
  session_or_key: 'With an API key, or from the dashboard.',
  key_or_link: 'With an API key, or with a signature in the link.',
  public: 'Without authentication.',
};

function accessText({ security }: OpenApiOperation): string {
  const names = Array.isArray(security)
    ? security.flatMap((one) => Object.keys(asRecord(one)).concat('link').slice(0, 1))
    : [];
  if (names.length === 0) return access.public ?? '';
  if (names.includes('link')) return access.key_or_link ?? '';
  return names.length > 1 ? (access.session_or_key ?? '') : '';
}

function parameterTable(parameters: unknown): string {
  if (!Array.isArray(parameters)) return '';
  const described = parameters.map(asRecord);
  const options = described.filter(({ name }) => optionNames.has(String(name)));
  const shown = options.length > 20 ? described.filter((one) => !options.includes(one)) : described;
  const rows = shown.map(({ name, in: place, required, schema }) => [
    `\`${String(name)}\``,
    String(place),
    required === true ? 'yes' : 'no',
    typeText(schema),
  ]);
  const table = markdownTable(['Parameter', 'In', 'Required', 'Value'], rows);
  return shown === described ? table : `${table}\n\n${optionsNote}`;
}

const optionsNote = 'In addition, the [capture options](/docs/options) that the call takes.';

const waitNote =
  '`wait` and `response_type` change the response: [Async and polling](/docs/async).';

function bodyText(requestBody: unknown, document: OpenApiDocument): string {
  const content = asRecord(asRecord(requestBody).content);
  const { schema } = asRecord(content['application/json'] ?? content['multipart/form-data']);
  if (schema === undefined) return '';
  const rows = fieldRows(resolved(schema, document));
  const own = rows.filter(({ name, isRequired }) => isRequired || !optionNames.has(name));
  const isLong = rows.length - own.length > 20;
  const table = markdownTable(
    ['Field of the body', 'Required', 'Value'],
    (isLong ? own : rows).map(({ name, isRequired, type }) => [
      `\`${name}\``,
      isRequired ? 'yes' : 'no',
      type,
    ]),
  );
  return isLong ? `${table}\n\n${optionsNote}` : table;
}

function sampleText({ path, method, operation }: Operation, server: string): string {
  if (!isForPrograms(operation)) return exampleOf(operation);
  const body = exampleBodyOf(operation);
  const isBinary = /image|take/i.test(operation.operationId) || body?.response_type === 'image';
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${server}${path.replaceAll(/\{(\w+)\}/g, '$$$1')}"`,
    ...(takesKey(operation) ? ['-H "x-api-key: $SHOTWRIGHT_API_KEY"'] : []),
    ...(body === undefined
      ? []
      : ['-H "content-type: application/json"', `-d '${JSON.stringify(body)}'`]),
    ...(isBinary ? ['-o image.png'] : []),
  ];
  return `\`\`\`sh\n${lines.join(' \\\n  ')}\n\`\`\``;
}

function exampleBodyOf({ requestBody }: OpenApiOperation): Record<string, unknown> | undefined {
  const { example } = asRecord(asRecord(asRecord(requestBody).content)['application/json']);
  return example === undefined ? undefined : asRecord(example);
}

function exampleOf(operation: OpenApiOperation): string {
  const example = exampleBodyOf(operation);
  return example === undefined ? '' : jsonBlock(example);
}

function responseText(responses: Record<string, unknown>): string {
  const statuses = Object.keys(responses);
  const success = statuses
    .filter((status) => status.startsWith('2'))
    .map((status) => {
      const content = asRecord(asRecord(responses[status]).content);
      const { schema } = asRecord(content['application/json']);
      if (schema === undefined)
        return `Response ${status}: ${Object.keys(content)
          .map((type) => `\`${type}\``)
          .join(', ')}.`;
      const { data = schema } = asRecord(asRecord(schema).properties);
      const { $ref } = asRecord(data);
      return $ref === undefined
        ? `Response ${status}:\n\n${fieldTable(data)}`
        : `Response ${status}: ${typeText(data)}.`;
    });
  const errors = statuses
    .filter((status) => status >= '400')
    .map((status) => `[${status}](/docs/errors#status-${status})`);
  return `${success.join('\n\n')}\n\nErrors: ${errors.join(', ')}.`;
}

function fieldTable(schema: unknown): string {
  const rows = fieldRows(schema).map(({ name, type }) => [`\`${name}\``, type]);
  return rows.length === 0 ? typeText(schema) : markdownTable(['Field', 'Value'], rows);
}
