// Runs a TypeScript program of the repository under Node 24 after the set-up: `node scripts/run.mjs
// <file.ts> [arguments]`.
import { prepare, runMain, runNode } from './setup.mjs';

await runMain(async () => runNode(await prepare(), process.argv.slice(2)));
