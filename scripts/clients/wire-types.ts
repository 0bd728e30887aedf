import {
  comparisonSchema,
  baselineCheckSchema,
  baselineSchema,
  batchItemSchema,
  batchReceiptSchema,
  sitemapReadingSchema,
  batchSchema,
  errorCodes,
  estimateSchema,
  linkEndpoints,
  projectSchema,
  requestLogEndpoints,
  optionDocs,
  optionRow,
  screenshotEndpoints,
  screenshotSchema,
  acceptedSchema,
  usageSchema,
  webhookDeliveryEndpoints,
  webhookEndpoints,
  webhookEventSchema,
  type OptionDocs,
  type OptionValue,
} from '@shotwright/contract';
import { z } from 'zod';

/** A JSON Schema, as far as our schemas use it. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** Names of the options that the clients set themselves. */
const ownOptions: ReadonlySet<string> = new Set(['wait', 'response_type']);

/** An option of a capture that callers of a client may give. */
export interface ClientOption extends OptionDocs {
  readonly value: OptionValue;
}

/** Returns the options that callers of a client may give, in the order of the documentation. */
export function clientOptions(): ClientOption[] {
  return optionDocs()
    .filter(({ name }) => !ownOptions.has(name))
    .map((docs) => ({ ...docs, value: optionRow(docs.name).value }));
}

/** Returns the documentation of an option in one line. */
export function optionSentence({ sentence, default: preset, values, value }: ClientOption): string {
  const isPlain = ['boolean', 'id', 'choice', 'choices', 'url', 'html'].includes(value.kind);
  const range = isPlain ? '' : ` Values: ${values}.`;
  return `${sentence}${range}${preset === undefined ? '' : ` Default: ${preset}.`}`;
}

const deviceSchema = screenshotEndpoints.listDevices.response.schema.shape.devices.element;

/** Returns the schemas of the responses that clients return, by type name. */
export function responseSchemas(): Readonly<Record<string, JsonSchema>> {
  const schemas = {
    Screenshot: screenshotSchema,
    Receipt: acceptedSchema.omit({ screenshot: true }),
    Device: deviceSchema,
    Estimate: estimateSchema,
    Comparison: comparisonSchema,
    Baseline: baselineSchema,
    BaselineCheck: baselineCheckSchema,
    Batch: batchSchema,
    BatchItem: batchItemSchema,
    BatchReceipt: batchReceiptSchema,
    SitemapReading: sitemapReadingSchema,
    Usage: usageSchema,
    WebhookEvent: webhookEventSchema,
    SignedEvents: webhookDeliveryEndpoints.listWebhookEvents.response.schema,
    Project: projectSchema,
    RequestPage: requestLogEndpoints.listRequests.response.schema,
    WebhookSample: webhookEndpoints.sendWebhookSample.response.schema,
    Link: linkEndpoints.createLink.response.schema,
  };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]): [string, JsonSchema] => [
      name,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that our schemas use
      z.toJSONSchema(schema, { io: 'output' }) as JsonSchema,
    ]),
  );
}

/** Returns every error code of the API. */
export function errorCodeNames(): string[] {
  return Object.keys(errorCodes);
}

/** First lines of a printed file, without comment signs. */
export const printedNotice =
  'Printed from the contract by `npm run docs:print`; changes here are overwritten.';
