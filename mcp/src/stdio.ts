import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createToolServer, type ToolServerOptions } from './tool-server.ts';

/** Serves the tools on the standard input and output of this process; returns the function that ends that. */
export function serveOverStdio(
  options: Pick<ToolServerOptions, 'url' | 'apiKey'>,
): () => Promise<void> {
  const served = serveStdio(() => createToolServer(options));
  return () => served.close();
}
