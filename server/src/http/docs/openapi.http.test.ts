import { endpoints, errorBodySchema, errorCodes, type Endpoint } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttpServer, type HttpServer } from '../../../test/http-server.ts';
import { exampleBodies } from './openapi-parts.ts';
import { openApiDocument, type OpenApiOperation } from './openapi.ts';

let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer({});
});
afterAll(() => server.close());

const document = openApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
/** The endpoints that are documented for customers. */
const all = Object.values<Endpoint>(endpoints).filter(({ auth }) => auth !== 'staff');

test('[AP-39] the served description equals the one generated from the contract', async () => {
  const response = await server.request('/api/v1/openapi.json');
  expect(response.status).toBe(200);
  const served: Record<string, unknown> = await response.json();
  expect(served.openapi).toBe('3.1.1');
  expect(served.paths).toEqual(JSON.parse(JSON.stringify(document.paths)));
  expect(served.servers).toEqual([{ url: 'http://localhost:3000/api/v1' }]);
});

test('[AP-39] every endpoint of the contract except those for staff is described once, with its success response', () => {
  expect(operations).toHaveLength(all.length);
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const endpoint of all) {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation).toMatchObject({
      operationId: endpoint.operationId,
      summary: endpoint.summary,
    });
    expect(Object.keys(asRecord(operation?.responses))).toContain(
      String(endpoint.successStatus ?? 200),
    );
  }
});

test('every path parameter is described, and every described one is in the path', () => {
  for (const { path, operation } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted(byText);
    expect(parameters(operation, 'path')).toEqual(inPath);
  }
});

test('every error response has the standard shape', () => {
  for (const { operation } of operations) {
    const errors = Object.entries(asRecord(operation.responses)).filter(
      ([status]) => status >= '400',
    );
    expect(errors.length).toBeGreaterThan(0);
    for (const [status, response] of errors)
      expect(response).toEqual({ $ref: `#/components/responses/Error${status}` });
  }
});

test('[DX-6] every error response has a valid example of each of its codes', () => {
  const { responses } = asRecord(document.components);
  for (const [name, response] of Object.entries(asRecord(responses))) {
    const json = asRecord(asRecord(asRecord(response).content)['application/json']);
    expect(json.schema).toEqual({ $ref: '#/components/schemas/Error' });
    const codes = Object.entries(errorCodes).filter(([, { status }]) => name === `Error${status}`);
    const examples = Object.entries(asRecord(json.examples));
    expect(examples.map(([code]) => code)).toEqual(codes.map(([code]) => code));
    for (const [code, example] of examples)
      expect(errorBodySchema.strict().parse(asRecord(example).value).code).toBe(code);
  }
});

test('every reference resolves', () => {
  const references = [
    ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g),
  ];
  const components = asRecord(document.components);
  expect(references.length).toBeGreaterThan(20);
  for (const [, kind = '', name = ''] of references)
    expect(Object.keys(asRecord(components[kind]))).toContain(name);
});

test('[DX-6] the body of a capture is one named schema, and every tag has a description', () => {
  const { schema } = contentOf('captureUrl');
  expect(schema).toEqual({ $ref: '#/components/schemas/UrlCapture' });
  expect(JSON.stringify(document.tags)).not.toContain('"description":""');
});

test('every example is a valid body of its endpoint', () => {
  for (const [id, example] of Object.entries(exampleBodies)) {
    const endpoint = all.find(({ operationId }) => operationId === id);
    expect(endpoint?.body?.safeParse(example)).toMatchObject({ success: true });
  }
});

test('optional fields are optional in the description, with their defaults', () => {
  const schema = asRecord(asRecord(asRecord(document.components).schemas).UrlCapture);
  // The URL may be that of a saved setting.
  expect(schema.anyOf).toEqual([{ required: ['url'] }, { required: ['setting_id'] }]);
  expect(schema).not.toHaveProperty('required');
  expect(schema.additionalProperties).toBe(false);
  expect(schema.properties).toMatchObject({ file_type: { default: 'png' }, delay: { default: 0 } });
});

test('an error returned by the server matches the described schema', async () => {
  const response = await server.request('/api/v1/unknown');
  expect(errorBodySchema.strict().safeParse(await response.json()).error).toBeUndefined();
});

function contentOf(operationId: string): Record<string, unknown> {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  const content = asRecord(asRecord(found?.operation.requestBody).content);
  return asRecord(content['application/json']);
}

function parameters(operation: OpenApiOperation, location: string): unknown[] {
  if (!Array.isArray(operation.parameters)) return [];
  const described: unknown[] = operation.parameters;
  return described
    .map(asRecord)
    .filter((one) => one.in === location)
    .map((one) => String(one.name))
    .toSorted(byText);
}

function byText(a: string, b: string): number {
  return a.localeCompare(b);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
