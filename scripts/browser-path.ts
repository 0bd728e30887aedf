// Prints the browser the product would use, for the browser stories: one line of JSON with its path
// and its environment variables.
import { resolveExecutable } from '../capture/src/browser/resolve-executable.ts';

const { path, env } = await resolveExecutable(process.env.BROWSER_PATH ?? '');
process.stdout.write(`${JSON.stringify({ path, env })}\n`);
