import {
  billingOnlyEndpoints,
  endpoints,
  withoutCharges,
  type Endpoint,
  type EndpointAuth,
  type EndpointForm,
} from '@shotwright/contract';
import { z } from 'zod';
import { namedBodies, namedSchemas, sourceNames } from './named-schemas.ts';
import { errorResponses, exampleBodies, tagsOf, withTexts } from './openapi-parts.ts';

/** A JSON object of the document. */
type Json = Record<string, unknown>;

/** An operation in the OpenAPI document. */
export interface OpenApiOperation extends Json {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
}

/** The OpenAPI description of the API. Source: OpenAPI 3.1.1. */
export interface OpenApiDocument extends Json {
  readonly openapi: string;
  readonly info: Json & { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

/**
 * Describes the whole API; printed to `docs/openapi.json` and served at `/api/v1/openapi.json`.
 * Without billing it omits the endpoints that return `billing_disabled`, and what its texts say about
 * charges.
 */
export function openApiDocument(
  { isBillingOn }: { readonly isBillingOn: boolean } = { isBillingOn: true },
): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  // Staff endpoints are hidden from all other users.
  const all = Object.values<Endpoint>(endpoints).filter(
    (endpoint) => endpoint.auth !== 'staff' && (isBillingOn || !billingOnlyEndpoints.has(endpoint)),
  );
  for (const endpoint of all) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] ?? {}, {
      [endpoint.method.toLowerCase()]: operationOf(endpoint),
    });
  }
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: {
      title: 'Shotwright API',
      version: '1.0.0',
      description:
        'Turns a web page or HTML into an image. Version 1 is stable: fields and paths are added, but never changed or removed.' +
        (isBillingOn ? withBillingNote : withoutBillingNote),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    tags: tagsOf(all),
    paths,
    components: {
      schemas: components(),
      responses: errorResponses({ isBillingOn }),
      securitySchemes,
    },
  };
  return isBillingOn ? document : withTexts(document, withoutCharges);
}

const withBillingNote =
  ' On an installation without billing (BILLING=off), requests for plans, credits and coupons return billing_disabled, creditRequired and creditsCharged are 0, and the x-credits-remaining header is omitted.';
const withoutBillingNote =
  ' Billing is disabled on this installation: creditRequired and creditsCharged are 0, and the x-credits-remaining header is omitted.';

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'shotwright_session',
    description: 'Set at sign-in; write requests also need the x-csrf-token header.',
  },
};

const securityOf: Readonly<Record<EndpointAuth, readonly Json[]>> = {
  public: [],
  key: [{ apiKey: [] }],
  session: [{ session: [] }],
  staff: [{ session: [] }],
  session_or_key: [{ apiKey: [] }, { session: [] }],
  key_or_link: [{}, { apiKey: [] }],
};

function operationOf(endpoint: Endpoint): OpenApiOperation {
  const { body, operationId } = endpoint;
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(body && endpoint.auth !== 'public' ? [strictness] : []),
    ...(endpoint.isIdempotent === true ? [idempotencyKey] : []),
  ];
  const example = exampleBodies[operationId];
  return {
    operationId,
    summary: endpoint.summary,
    ...(endpoint.deprecation && { deprecated: true }),
    tags: [endpoint.tag],
    security: securityOf[endpoint.auth],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: bodySchemaOf(endpoint, body),
            ...(example === undefined ? {} : { example }),
          },
        },
      },
    }),
    ...(endpoint.form && { requestBody: formBodyOf(endpoint.form) }),
    responses: {
      [String(endpoint.successStatus ?? 200)]: successOf(endpoint),
      ...errorsOf(endpoint),
    },
  };
}

function bodySchemaOf({ htmlBody }: Endpoint, body: z.ZodType): Json {
  const schema = schemaOf(body, 'input');
  return htmlBody === undefined ? schema : { anyOf: [schema, schemaOf(htmlBody, 'input')] };
}

function formBodyOf({ fields, files }: EndpointForm): Json {
  const schema = schemaOf(fields, 'input');
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const list = { type: 'array', maxItems: files.max, items: file };
  const properties = { ...Object(schema.properties), [files.name]: list };
  return {
    required: true,
    content: { 'multipart/form-data': { schema: { ...schema, properties } } },
  };
}

const strictness = {
  name: 'strict',
  in: 'query',
  required: false,
  description: 'With `false`, unknown fields of the body are ignored instead of rejected.',
  schema: { type: 'string', enum: ['true', 'false'], default: 'true' },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeated requests with the same key within 24 hours are executed only once.',
  schema: { type: 'string', maxLength: 255 },
};

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field, undefined).success,
    schema: schemaOf(field, 'input'),
  }));
}

function successOf({ response, summary: description }: Endpoint): Json {
  if (response.kind === 'envelope')
    return { description, ...jsonContent(envelopeOf(response.schema)) };
  if (response.kind === 'bare')
    return { description, ...jsonContent(schemaOf(response.schema, 'output')) };
  const types = response.kind === 'binary' ? response.contentTypes : ['text/event-stream'];
  return { description, content: Object.fromEntries(types.map((type) => [type, {}])) };
}

function envelopeOf(schema: z.ZodObject): Json {
  return {
    type: 'object',
    required: ['status', 'data'],
    properties: {
      status: { const: 'success' },
      message: { type: 'string' },
      data: schemaOf(schema, 'output'),
    },
  };
}

function errorsOf({ auth, body, form, params, query, errorStatuses = [] }: Endpoint): Json {
  // Every call has a rate limit.
  const statuses = new Set<number>([429, 500, 503, ...errorStatuses]);
  if (body ?? form ?? params ?? query) statuses.add(400);
  if (body ?? form) for (const status of [413, 415]) statuses.add(status);
  if (params) statuses.add(404);
  if (auth !== 'public') for (const status of [401, 403]) statuses.add(status);
  if (auth === 'key_or_link')
    for (const status of [402, 404, 409, 410, 422, 504]) statuses.add(status);
  if (auth === 'key') for (const status of [402, 422, 504]) statuses.add(status);
  const entries = [...statuses]
    .sort((a, b) => a - b)
    .map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]);
  return Object.fromEntries(entries);
}

function jsonContent(schema: Json): Json {
  return { content: { 'application/json': { schema } } };
}

function components(): Json {
  return Object.fromEntries([
    ...[...namedBodies].map(([schema, name]) => [name, bodyComponent(schema, name)]),
    ...[...namedSchemas].map(([schema, name]) => [name, schemaOf(schema, 'output', true)]),
  ]);
}

/** A capture has a source, or the setting that has one. */
function bodyComponent(schema: z.core.$ZodType, name: string): Json {
  const { required, ...json } = schemaOf(schema, 'input', true);
  const source = sourceNames[name];
  if (source === undefined) return { ...json, required };
  return { ...json, anyOf: [{ required: [source] }, { required: ['setting_id'] }] };
}

/**
 * Converts a schema to JSON Schema. Named schemas become references, unless this is their
 * definition.
 */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output', isDefinition = false): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // zod omits the default if the value is also transformed; our defaults are valid on both
      // sides.
      if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue;
      const name = namedSchemas.get(zodSchema) ?? namedBodies.get(zodSchema);
      if (name === undefined || (isDefinition && zodSchema === schema)) return;
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      jsonSchema.$ref = `#/components/schemas/${name}`;
    },
  });
  return json;
}
