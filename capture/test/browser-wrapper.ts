import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparePackagedBrowser } from '../src/browser/bundled-chromium.ts';
import { resolveExecutable } from '../src/browser/resolve-executable.ts';

/**
 * Writes a program to a folder that starts the machine's browser without one of its flags, and
 * returns its path. A browser in the temporary folder is unpacked beside it, because an isolated
 * program sees nothing of that folder but its own part.
 */
export async function writeBrowserWithout(flag: string, folder: string): Promise<string> {
  const found = await resolveExecutable('');
  const isHidden = found.path.startsWith(`${tmpdir()}/`);
  const { path, env } = isHidden ? await preparePackagedBrowser(folder) : found;
  const variables = Object.entries(env).map(([name, value]) => `export ${name}='${value}'\n`);
  const wrapper = join(folder, 'chromium-headless-shell');
  const program = `#!/bin/bash\n${variables.join('')}args=()
for arg in "$@"; do [ "$arg" = ${flag} ] || args+=("$arg"); done
exec '${path}' "\${args[@]}"\n`;
  await writeFile(wrapper, program, { mode: 0o755 });
  return wrapper;
}
