import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { serve } from '../../sdk/test/http.ts';
import { commandPath, runCommand } from './run.ts';

const { url, keys } = inject('product');

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'shotwright-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

const pathIn = (home: string) => join(home, '.config', 'shotwright', 'credentials.json');

test('[DX-10] login stores the key for its owner only, other commands use it, and logout deletes it', async () => {
  const home = newHome();
  mkdirSync(join(home, '.config', 'shotwright'), { recursive: true });
  writeFileSync(pathIn(home), '{}');
  chmodSync(pathIn(home), 0o644);
  const env = { HOME: home };
  const run = (args: readonly string[], stdin = '') => runCommand(args, { env, stdin });

  const login = await run(['login', '--server', url], `${keys.cli}\n`);
  expect([login.code, login.stdout.toString()]).toEqual([
    0,
    `The API key is valid. Stored at ${pathIn(home)}.\n`,
  ]);
  expect(statSync(pathIn(home)).mode & 0o777).toBe(0o600);
  expect((await run(['usage'])).code).toBe(0);
  const doctor = await run(['doctor']);
  expect([doctor.code, doctor.stdout.toString()]).toEqual([
    0,
    expect.stringContaining(`API key of ${pathIn(home)}`),
  ]);
  const foreign = await serve((_req, res) => res.end());
  const elsewhere = await run(['usage', '--server', foreign]);
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    2,
    expect.stringContaining(`belongs to ${url}. For ${foreign}, set SHOTWRIGHT_API_KEY`),
  ]);
  const shown = [login, doctor, elsewhere].map(({ stdout, stderr }) => stdout.toString() + stderr);
  expect(shown.join('')).not.toContain(keys.cli);

  expect((await run(['logout'])).code).toBe(0);
  expect((await run(['logout'])).code).toBe(0);
  const out = await run(['usage', '--server', url]);
  expect([out.code, out.stderr]).toEqual([2, expect.stringContaining('run shotwright login')]);
});

test('[DX-10] login ends at its deadline', async () => {
  const silent = await serve(() => undefined);
  const args = ['login', '--server', silent, '--deadline', '1'];
  const { code, stderr } = await runCommand(args, { env: { HOME: newHome() }, stdin: 'sk_secret' });
  expect([code, stderr]).toEqual([5, expect.stringContaining('did not finish within 1 s')]);
});

test('[DX-10] SHOTWRIGHT_API_KEY wins over the stored key, and XDG_CONFIG_HOME over the home folder', async () => {
  const home = newHome();
  const env = { HOME: '/nonexistent', XDG_CONFIG_HOME: home, SHOTWRIGHT_URL: url };
  expect((await runCommand(['login'], { env, stdin: keys.cli })).code).toBe(0);
  const stored = JSON.parse(readFileSync(join(home, 'shotwright', 'credentials.json'), 'utf8'));
  expect(stored).toEqual({ url, apiKey: keys.cli });
  expect((await runCommand(['usage'], { env })).code).toBe(0);
  const wrong = await runCommand(['usage'], { env: { ...env, SHOTWRIGHT_API_KEY: 'sk_wrong' } });
  expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining('(api_key_invalid)')]);
});

test('[DX-10] a key that is wrong or empty is not stored, and a missing HOME is named', async () => {
  const home = newHome();
  const login = (env: Readonly<Record<string, string>>, stdin: string) =>
    runCommand(['login', '--server', url], { env, stdin });
  expect((await login({ HOME: home }, 'sk_live_wrong')).code).toBe(3);
  expect((await login({ HOME: home }, ' \n')).code).toBe(2);
  expect((await runCommand(['login'], { env: { HOME: home } })).stderr).toContain('give --server');
  expect(() => statSync(pathIn(home))).toThrow('ENOENT');
  const homeless = await login({}, keys.cli);
  expect([homeless.code, homeless.stderr]).toEqual([
    2,
    expect.stringContaining('set HOME or XDG_CONFIG_HOME'),
  ]);
  const without = await runCommand(['usage'], { env: { SHOTWRIGHT_URL: url } });
  expect([without.code, without.stderr]).toEqual([
    2,
    expect.stringContaining('API key is missing'),
  ]);
  mkdirSync(join(home, '.config', 'shotwright'), { recursive: true });
  writeFileSync(pathIn(home), 'not JSON');
  const broken = await runCommand(['usage'], { env: { HOME: home } });
  expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('login again')]);
});

test('[DX-10] a terminal does not show the key that is typed, and Ctrl-C ends the prompt', async () => {
  const home = newHome();
  // Types the text once the prompt has appeared; prints all that the terminal shows, and the exit code.
  const typed = async (text: string) => {
    const { stdout } = await promisify(execFile)('python3', [
      '-c',
      `import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.environ["HOME"] = sys.argv[1]
    os.execvp(sys.argv[2], sys.argv[2:6])
shown = b""
while True:
    try:
        chunk = os.read(terminal, 4096)
    except OSError:
        break
    if not chunk:
        break
    if shown.find(b"API key:") < 0 and (shown + chunk).find(b"API key:") >= 0:
        os.write(terminal, sys.argv[6].encode())
    shown += chunk
print(shown.decode(), "code", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))`,
      home,
      process.execPath,
      commandPath,
      'login',
      `--server=${url}`,
      text,
    ]);
    return stdout;
  };
  const shown = await typed(`x\u007f${keys.cli}\r`);
  expect(shown).toContain('The API key is valid.');
  expect(shown).toContain('code 0');
  expect(shown).not.toContain(keys.cli);
  expect(JSON.parse(readFileSync(pathIn(home), 'utf8')).apiKey).toBe(keys.cli);
  expect(await typed('sk\u0003')).toContain('code 130');
});
