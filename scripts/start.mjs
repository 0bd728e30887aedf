// `npm start`: set-up, then the server under Node 24, restarted after a crash until it exits
// gracefully (`--dev`: restarted only when a source changes).
import { keepRunning } from './keep-running.mjs';
import { prepare, runMain, runNode } from './setup.mjs';

await runMain(async () => {
  const node = await prepare({ web: true });
  const server = 'server/src/main.ts';
  if (process.argv.includes('--dev')) return runNode(node, ['--watch', server]);
  return keepRunning(() => runNode(node, [server]));
});
