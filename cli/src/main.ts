import { runCli } from './program.ts';

const interrupt = new AbortController();
process.once('SIGINT', () => {
  interrupt.abort();
  // A command that waits for its input would otherwise wait for ever.
  process.stdin.destroy();
});
process.exitCode = await runCli({
  args: process.argv.slice(2),
  environment: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interrupt.signal,
});
