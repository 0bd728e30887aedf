import type { CallToolResult } from '@modelcontextprotocol/server';
import type { CallOptions, Receipt, Screenshot } from '@shotwright/sdk';
import { captureOptionsOf, captureProperties, optionsSentence } from './capture-options.ts';
import { imageProperties, readImageArguments, screenshotResult } from './screenshot-result.ts';
import { addTool, argumentError, type ToolArguments, type ToolContext } from './tool.ts';

/** Time that the API waits for a capture before it responds; its maximum. Unit: s. */
const waitSeconds = 25;

/** Property of tools that make captures. */
export const idempotencyProperty = {
  idempotency_key: {
    type: 'string',
    description: 'Calls with the same key make one capture within 24 hours.',
  },
} as const;

/** Adds the tools that capture a page and that read a capture. */
export function addCaptureTools(context: ToolContext): void {
  addTool(context, {
    name: 'capture_screenshot',
    title: 'Capture a screenshot',
    description: `Captures a web page or HTML as an image and returns it, sized for models, with its verdict and the URL of the full image. ${optionsSentence}`,
    price: 'Costs credits; a failed capture is free.',
    properties: { ...captureProperties, ...imageProperties, ...idempotencyProperty },
    isCapturing: true,
    run: async (given, call) => {
      const { maxSidePx, options } = readImageArguments(given);
      const { receipt, screenshot } = await requestCapture(context, options, call);
      if (screenshot) return screenshotResult(context, screenshot, { maxSidePx, ...call });
      return pendingResult(receipt);
    },
  });
  addTool(context, {
    name: 'get_capture',
    title: 'Get a capture',
    description: 'Returns a capture by its id, with its image if it has ended.',
    properties: { id: { type: 'string', description: 'Id of the capture.' }, ...imageProperties },
    required: ['id'],
    run: async (given, call) => {
      const { maxSidePx, options } = readImageArguments(given);
      const screenshot = await context.client.getScreenshot(idOf(options), call);
      return screenshotResult(context, screenshot, { maxSidePx, ...call });
    },
  });
}

/** Requests a capture and waits for its end as long as the API does. */
export async function requestCapture(
  { client }: ToolContext,
  given: ToolArguments,
  call: CallOptions,
): Promise<{ readonly receipt: Receipt; readonly screenshot: Screenshot | undefined }> {
  const { idempotency_key: key, ...options } = given;
  if (key !== undefined && (typeof key !== 'string' || key === '')) {
    throw argumentError('idempotency_key', 'must be text');
  }
  const receipt: Receipt & { readonly screenshot?: Screenshot } = await client.requestCapture(
    captureOptionsOf({ ...options, wait: waitSeconds }),
    { ...call, ...(key !== undefined && { idempotencyKey: key }) },
  );
  return { receipt, screenshot: receipt.screenshot };
}

/** Returns the result for a capture that is still running. */
export function pendingResult({ requestId: id }: Receipt): CallToolResult {
  return {
    content: [
      { type: 'text', text: `The capture ${id} is still running. Call get_capture in a moment.` },
    ],
    structuredContent: { id, url: null, verdict: null, status: 'PROCESSING' },
  };
}

function idOf({ id }: ToolArguments): string {
  if (typeof id === 'string' && id !== '') return id;
  throw argumentError('id', 'is required: the id of a capture');
}
