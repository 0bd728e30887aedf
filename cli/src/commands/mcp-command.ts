import { once } from 'node:events';
import type { Command } from 'commander';
import type { CliContext, CommonOptions } from '../context.ts';
import { withCommonOptions } from './common-options.ts';

/** Adds `mcp`, which serves the tools of the Model Context Protocol on the standard input and output. */
export function addMcpCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command('mcp'))
    .description(
      'serve tools for AI agents on the standard input and output (Model Context Protocol)',
    )
    .action(async (flags: CommonOptions) => {
      const { url, apiKey } = context.connection(flags);
      const { signal } = context.process;
      // Loaded here, because no other command needs it.
      const { serveOverStdio } = await import('@shotwright/mcp');
      const close = serveOverStdio({ url, apiKey });
      const ended = once(process.stdin, 'end', { signal }).catch(() => undefined);
      await ended;
      await close();
    });
}
