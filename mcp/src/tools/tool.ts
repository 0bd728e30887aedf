import {
  fromJsonSchema,
  type CallToolResult,
  type JsonSchemaValidator,
  type JsonSchemaType,
  type jsonSchemaValidator,
  type McpServer,
} from '@modelcontextprotocol/server';
import { unsafeCast } from '../unsafe-cast.ts';
import { ShotwrightError, type ShotwrightClient } from '@shotwright/sdk';

/** Dependencies of the tools. */
export interface ToolContext {
  readonly server: McpServer;
  readonly client: ShotwrightClient;
  /** Downloads files at signed URLs. */
  readonly fetch: typeof fetch;
  /** False: descriptions do not speak of credits. */
  readonly isBillingOn: boolean;
}

/** Arguments as the client sent them; the API validates them. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Description and implementation of a tool. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Sentence about its price, left out without billing. */
  readonly price?: string;
  readonly properties: Readonly<Record<string, JsonSchemaType>>;
  readonly required?: readonly string[];
  /** True if the tool makes captures; the others only read. */
  readonly isCapturing?: boolean;
  run(given: ToolArguments, call: { readonly signal: AbortSignal }): Promise<CallToolResult>;
}

/** Accepts all arguments, so that wrong ones have the error of the API with its valid values. */
const validatedByTheApi: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: unsafeCast<T>(input), errorMessage: undefined });
  },
};

/** Adds a tool to the server. Errors of the API become errors of the tool with the same sentence. */
export function addTool({ server, isBillingOn }: ToolContext, tool: Tool): void {
  const { name, title, price, properties, required = [], isCapturing = false } = tool;
  const inputSchema = fromJsonSchema<ToolArguments>(
    { type: 'object', properties: { ...properties }, required: [...required] },
    validatedByTheApi,
  );
  const isPriced = price !== undefined && isBillingOn;
  const description = isPriced ? `${tool.description} ${price}` : tool.description;
  const annotations = {
    readOnlyHint: !isCapturing,
    destructiveHint: false,
    openWorldHint: isCapturing,
  };
  server.registerTool(
    name,
    { title, description, inputSchema, annotations },
    async (given, ctx) => {
      try {
        return await tool.run(given, { signal: ctx.mcpReq.signal });
      } catch (error) {
        if (!(error instanceof ShotwrightError)) throw error;
        return errorResult(error);
      }
    },
  );
}

/** Returns the result of a tool that failed. */
function errorResult(error: ShotwrightError): CallToolResult {
  const { code, message, fields, isRetryable, screenshotId } = error;
  return {
    isError: true,
    content: [{ type: 'text', text: message }],
    structuredContent: {
      code,
      message,
      retryable: isRetryable,
      ...(fields.length > 0 && { fields: fields.map((field) => ({ ...field })) }),
      ...(screenshotId !== undefined && { id: screenshotId }),
    },
  };
}

/** Returns an error for an argument that only the tools have. */
export function argumentError(name: string, message: string): ShotwrightError {
  return new ShotwrightError({
    code: 'validation_failed',
    message: `${name}: ${message}`,
    fields: [{ path: name, message }],
  });
}
