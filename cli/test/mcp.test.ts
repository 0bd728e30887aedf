import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, inject, onTestFinished, test } from 'vitest';
import { commandPath, runCommand } from './run.ts';

const { url, keys } = inject('product');

async function connect(apiKey: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [commandPath, 'mcp'],
    env: { SHOTWRIGHT_URL: url, SHOTWRIGHT_API_KEY: apiKey },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

test('[MC-5] the tools are served on the standard input and output', async () => {
  const client = await connect(keys.cli);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('capture_screenshot');
  const html = '<h1>Invoice</h1><p>Total: 42';
  const captured = await client.callTool({ name: 'capture_screenshot', arguments: { html } });
  expect(captured).toMatchObject({
    content: [
      { type: 'image', mimeType: 'image/webp' },
      { type: 'text' },
      { type: 'resource_link' },
    ],
    structuredContent: { verdict: { kind: 'ok' }, status: 'COMPLETE' },
  });
  const read = await client.callTool({ name: 'read_page', arguments: { html } });
  expect(read.content[0]).toMatchObject({
    type: 'text',
    text: expect.stringContaining('# Invoice') as string,
  });
  const format = await client.callTool({ name: 'read_page', arguments: { html, format: 'pdf' } });
  expect(format).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^format: must be one of markdown, text/) as string }],
  });
  const wrong = await client.callTool({
    name: 'capture_screenshot',
    arguments: { html, width: 1 },
  });
  expect(wrong).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^width must be .* from 100 to 7680/) as string }],
  });
});

test('[MC-5] a wrong key is the error of each tool, and a missing one ends the command', async () => {
  const client = await connect('sk_live_wrong');
  const result = await client.callTool({ name: 'list_devices', arguments: {} });
  expect(result).toMatchObject({ isError: true, structuredContent: { code: 'api_key_invalid' } });
  const ended = await runCommand(['mcp'], { env: { SHOTWRIGHT_URL: url } });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('SHOTWRIGHT_API_KEY');
});

test('[MC-5] the command ends when its standard input ends', async () => {
  const env = { SHOTWRIGHT_URL: url, SHOTWRIGHT_API_KEY: keys.cli };
  expect((await runCommand(['mcp'], { env })).code).toBe(0);
});
