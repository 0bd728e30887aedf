// Prints the browser the product would use, for the browser stories: one line of JSON with its path
// and its environment variables.
import { findBrowser } from '../capture/src/browser/find-browser.ts';

const { path, env } = await findBrowser(process.env.BROWSER_PATH ?? '');
process.stdout.write(`${JSON.stringify({ path, env })}\n`);
