import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addBatchCommand } from './commands/batch-command.ts';
import { addBaselineCommands } from './commands/baseline-commands.ts';
import { addCaptureCommands } from './commands/capture-commands.ts';
import { addCheckCommand } from './commands/check-command.ts';
import { addCompareCommand } from './commands/compare-command.ts';
import { addCompletionCommand } from './commands/completion-command.ts';
import { addDoctorCommand } from './commands/doctor-command.ts';
import { addEstimateCommand } from './commands/estimate-command.ts';
import { addExtractCommand } from './commands/extract-command.ts';
import { addFileCommands } from './commands/file-commands.ts';
import { addLinkCommand } from './commands/link-command.ts';
import { addLogsCommand } from './commands/logs-command.ts';
import { addLoginCommands } from './commands/login-commands.ts';
import { addMcpCommand } from './commands/mcp-command.ts';
import { addOpenCommand } from './commands/open-command.ts';
import { addSitemapCommand } from './commands/sitemap-command.ts';
import { addUsageCommands } from './commands/usage-commands.ts';
import { addWebhookCommands } from './commands/webhook-commands.ts';
import { createContext, type CliProcess } from './context.ts';
import {
  ComparisonError,
  DifferenceError,
  exitCodes,
  exitNameOf,
  InterruptError,
} from './exit-codes.ts';

/** Runs the command line and returns its exit code. Prints the error of a failed command. */
export async function runCli(process: CliProcess): Promise<number> {
  const isJson = process.args.includes('--json');
  const program = createProgram(process);
  try {
    await program.parseAsync([...process.args], { from: 'user' });
    return exitCodes.success.code;
  } catch (error) {
    if (process.signal.aborted || error instanceof InterruptError) {
      return exitCodes.interrupted.code;
    }
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.success.code : exitCodes.usage.code;
    }
    if (error instanceof DifferenceError) return exitCodes.failure.code;
    const shown = error instanceof ComparisonError ? error.cause : error;
    createContext(process).output({ json: isJson }).error(shown);
    return exitCodes[exitNameOf(error)].code;
  }
}

function createProgram(process: CliProcess): Command {
  const context = createContext(process);
  const program = new Command('shotwright')
    .description('Captures web pages and HTML as images with a Shotwright server.')
    .version(manifest.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => process.stdout.write(text),
      writeErr: (text) => process.stderr.write(text),
    })
    .showHelpAfterError('Run with --help to list the options.')
    .addHelpText('after', environmentHelp());
  addLoginCommands(program, context);
  addCaptureCommands(program, context);
  addBatchCommand(program, context);
  addSitemapCommand(program, context);
  addExtractCommand(program, context);
  addCompareCommand(program, context);
  addCheckCommand(program, context);
  addBaselineCommands(program, context);
  addEstimateCommand(program, context);
  addLinkCommand(program, context);
  addFileCommands(program, context);
  addUsageCommands(program, context);
  addLogsCommand(program, context);
  addOpenCommand(program, context);
  addWebhookCommands(program, context);
  addMcpCommand(program, context);
  addDoctorCommand(program, context);
  addCompletionCommand(program, context);
  return program;
}

function environmentHelp(): string {
  const codes = Object.values(exitCodes).map(
    ({ code, meaning }) => `  ${String(code).padEnd(4)}${meaning}`,
  );
  return `
Environment:
  SHOTWRIGHT_URL      URL of the server
  SHOTWRIGHT_API_KEY  API key; both win over what login stored
  NO_COLOR            any value: no colours

Exit codes:
${codes.join('\n')}`;
}
