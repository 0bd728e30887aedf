// `npm start`: set-up, then the server under Node 24 until it ends (`--dev`: started again when a source changes).
import { prepare, runMain, runNode } from './setup.mjs';

await runMain(async () => {
  const node = await prepare({ web: true });
  const watch = process.argv.includes('--dev') ? ['--watch'] : [];
  return runNode(node, [...watch, 'server/src/main.ts']);
});
