import { captureOptionsOf, captureProperties, optionsSentence } from './capture-options.ts';
import { summaryFields } from './screenshot-result.ts';
import { addTool, type ToolContext } from './tool.ts';

const asText = (value: unknown) => [{ type: 'text', text: JSON.stringify(value) } as const];

/** Adds the tools that list captures and devices, and that estimate a price. */
export function addListTools(context: ToolContext): void {
  const { client } = context;
  addTool(context, {
    name: 'list_captures',
    title: 'List captures',
    description: 'Lists captures, newest first.',
    properties: {
      url: { type: 'string', description: 'Part of the URL of the page.' },
      status: { type: 'string', enum: ['PENDING', 'PROCESSING', 'COMPLETE', 'FAILED'] },
      page: { type: 'integer', minimum: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 100, description: 'Default: 25.' },
    },
    run: async (given, call) => {
      const { screenshots, meta } = await client.listScreenshots(given, call);
      const result = { captures: screenshots.map(summaryFields), meta: { ...meta } };
      return { content: asText(result), structuredContent: result };
    },
  });
  addTool(context, {
    name: 'estimate',
    title: 'Estimate the price of a capture',
    description: `Returns the price of a capture in credits and warnings about its options, without making it. ${optionsSentence}`,
    properties: captureProperties,
    run: async (given, call) => {
      const estimate = { ...(await client.estimate(captureOptionsOf(given), call)) };
      return { content: asText(estimate), structuredContent: estimate };
    },
  });
  addTool(context, {
    name: 'list_devices',
    title: 'List devices',
    description: 'Lists the devices that emulate_device accepts.',
    properties: {},
    run: async (_given, call) => {
      const devices = (await client.listDevices(call)).map((device) => ({ ...device }));
      return { content: asText(devices.map(({ name }) => name)), structuredContent: { devices } };
    },
  });
}
