import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../server/src/config/config.ts';
import { variables } from '../server/src/config/config-variables.ts';

const chartDir = join(import.meta.dirname, '..', 'deploy', 'helm', 'shotwright');
const read = (path: string) => readFileSync(join(chartDir, path), 'utf8');
const product: { version: string } = JSON.parse(read('../../../package.json'));

interface Values {
  readonly image: { readonly repository: string; readonly tag: string };
  readonly settings: Readonly<Record<string, string>>;
  readonly roles: Readonly<Record<string, { readonly settings: Readonly<Record<string, string>> }>>;
  readonly seccompProfile: string;
}

const values: Values = parse(read('values.yaml'));
const templates = new Map(
  globSync('templates/*', { cwd: chartDir }).map((path) => [basename(path), read(path)]),
);
/** Templates of resources, without the part that Helm executes; each value of theirs is `x`. */
const resources = new Map(
  ['api.yaml', 'worker.yaml', 'service.yaml', 'ingress.yaml'].map((name) => {
    const text = (templates.get(name) ?? '')
      .replaceAll(/^ *\{\{-? .*\}\}$\n/gm, '')
      .replaceAll(/\{\{.*?\}\}/g, 'x');
    return [name, parse(text) as Resource];
  }),
);

interface Resource {
  readonly kind: string;
  readonly spec: {
    readonly template?: {
      readonly spec: {
        readonly hostUsers?: boolean;
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: object;
        readonly containers: readonly [Container];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

interface Container {
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string }[];
}

/** Keys that the secret of an installation must contain. */
const secret = {
  DATABASE_URL: 'postgres://shotwright:secret@postgres/shotwright',
  SECRET_KEY: 'a'.repeat(32),
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

test.each(Object.entries(values.roles))(
  '[DX-18] the settings of the role %s exist and are valid with the named secret',
  (role, { settings }) => {
    const env = { ...values.settings, ...settings, ...secret, NODE_ENV: 'production', ROLES: role };
    const names = new Set<string>(Object.values(variables).map(({ name }) => name));
    expect(Object.keys(env).filter((name) => !names.has(name))).toEqual([]);
    expect(readConfig(env)).toMatchObject({ roles: [role], storage: 's3', isolation: 'required' });
    const comment = /# An existing secret[^]*?(?=\nsecretName)/.exec(read('values.yaml'))?.[0];
    for (const name of Object.keys(secret)) expect(comment).toContain(name);
  },
);

test('[DX-18] the chart installs the image of this version', () => {
  const chart: { appVersion: string; version: string } = parse(read('Chart.yaml'));
  const versions = [chart.version, chart.appVersion, values.image.tag];
  expect(versions).toEqual(versions.map(() => product.version));
});

test('[DX-18] templates use only values that the chart has', () => {
  const used = [...templates.values()].flatMap((text) =>
    [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path),
  );
  expect(used.filter((path) => valueAt(path) === undefined)).toEqual([]);
  expect(used.length).toBeGreaterThan(20);
});

test('[DX-18] templates are YAML with one resource each', () => {
  expect([...resources.values()].map(({ kind }) => kind)).toEqual([
    'Deployment',
    'Deployment',
    'Service',
    'Ingress',
  ]);
});

test('[DX-18] pods run as an ordinary user without capabilities, and can write only to their volumes', () => {
  for (const name of ['api.yaml', 'worker.yaml']) {
    const pod = podOf(name);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(pod.terminationGracePeriodSeconds).toBe(40);
    const [container] = pod.containers;
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.volumeMounts.map((one) => one.name)).toEqual(pod.volumes.map((v) => v.name));
  }
});

test('[DX-18] only pods with browsers have the settings that the isolation of browsers needs', () => {
  const worker = podOf('worker.yaml');
  expect(worker.hostUsers).toBe(false);
  expect(worker.securityContext).toMatchObject({
    seccompProfile: { type: 'Localhost' },
    appArmorProfile: { type: 'Unconfined' },
  });
  expect(worker.containers[0].securityContext).toMatchObject({ procMount: 'Unmasked' });
  expect(values.seccompProfile).toMatch(/\/seccomp\.json$/);
  const api = podOf('api.yaml');
  expect(api.hostUsers).toBeUndefined();
  expect(api.securityContext).toMatchObject({ seccompProfile: { type: 'RuntimeDefault' } });
});

/** Returns the value at a path such as `image.tag`. */
function valueAt(path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);
}

function podOf(name: string) {
  return resources.get(name)!.spec.template!.spec;
}
