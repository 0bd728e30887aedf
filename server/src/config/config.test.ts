import { expect, test } from 'vitest';
import { configDocumentation, readConfig } from './config.ts';

test('[DX-17] without any variable the product runs embedded, in one process, in demo mode', () => {
  expect(readConfig({})).toMatchObject({
    port: 3_000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: './data',
    databaseUrl: undefined,
    roles: ['api', 'worker'],
    storage: 'disk',
    seedDemo: true,
    localIdentity: true,
    localPayments: true,
    devMailbox: true,
    isolation: 'auto',
    allowPrivateTargets: [],
  });
});

test('[EN-2] languages and the product token of captures are limited to their syntax', () => {
  expect(readConfig({ CAPTURE_LANGUAGES: 'de-DE, de' }).captureLanguages).toBe('de-DE,de');
  const token = 'Example/1.0 (+https://example.com/bot)';
  expect(readConfig({ USER_AGENT_TOKEN: token }).userAgentToken).toBe(token);
  for (const wrong of ['de_DE', 'de;q=0.5', 'a', 'de,fr,en,it,es,pt']) {
    expect(() => readConfig({ CAPTURE_LANGUAGES: wrong })).toThrow('CAPTURE_LANGUAGES must be one');
  }
  for (const wrong of ['Example', 'Ex ample/1', 'E/1\r\nx: y', 'E/1 (ü)', 'E/x"']) {
    expect(() => readConfig({ USER_AGENT_TOKEN: wrong })).toThrow('USER_AGENT_TOKEN must be');
  }
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ', PUBLIC_URL: '' })).toEqual(readConfig({}));
});

test('every invalid variable is reported at once with its valid values', () => {
  const env = { PORT: 'http', ROLES: 'boss', STORAGE: 'tape', NEWS_SLIDES: '[{}]', HOST: 'ok' };
  expect(() => readConfig(env)).toThrow(
    [
      'The configuration is not valid:',
      '  PORT must be a whole number from 0 to 65535 (it is "http")',
      '  ROLES must be api, worker (it is "boss")',
      '  STORAGE must be disk, s3 (it is "tape")',
      '  NEWS_SLIDES must be a JSON list of objects with title and text (it is "[{}]")',
    ].join('\n'),
  );
});

test('an invalid secret is not repeated in the error', () => {
  const env = { SECRET_KEY: 'short-secret', DATABASE_URL: 'mysql://u:hidden@h/d' };
  expect(() => readConfig(env)).toThrow(
    /DATABASE_URL must start with postgres:\/\/\n {2}SECRET_KEY must have at least 32 characters/,
  );
  expect(() => readConfig(env)).not.toThrow(/short-secret|hidden/);
});

test.each([
  [
    { CAPTURE_CONCURRENCY_MIN: '8', CAPTURE_CONCURRENCY_MAX: '4' },
    'CAPTURE_CONCURRENCY_MIN cannot be larger than CAPTURE_CONCURRENCY_MAX',
  ],
  [
    { CAPTURE_CONCURRENCY: '8', CAPTURE_CONCURRENCY_MAX: '16' },
    'CAPTURE_CONCURRENCY fixes the number of captures',
  ],
  [{ ROLES: 'api' }, 'ROLES with only one role needs DATABASE_URL'],
  [{ CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'k' }, 'needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET'],
  [{ STORAGE: 's3', S3_ACCESS_KEY_ID: 'a' }, 'STORAGE=s3 also needs'],
  [{ NODE_ENV: 'production', LOCAL_IDENTITY: 'true' }, 'LOCAL_IDENTITY accepts any email address'],
  [
    { NODE_ENV: 'production', LOCAL_PAYMENTS: 'true' },
    'LOCAL_PAYMENTS sells plans without payment',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_test_x' },
    'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together',
  ],
  [
    { NODE_ENV: 'production', DEV_MAILBOX: 'true' },
    'DEV_MAILBOX shows all emails without authentication',
  ],
  [{ ANALYTICS_KEY: 'a' }, 'ANALYTICS_HOST and ANALYTICS_KEY must be set together'],
])('conflicting variables are rejected: %j', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence);
});

test('in production, browsers must be isolated unless the variable says otherwise', () => {
  expect(readConfig({ NODE_ENV: 'production' }).isolation).toBe('required');
  expect(readConfig({ NODE_ENV: 'production', ISOLATION: 'off' }).isolation).toBe('off');
  expect(readConfig({ ISOLATION: 'required' }).isolation).toBe('required');
  expect(() => readConfig({ ISOLATION: 'yes' })).toThrow(
    'ISOLATION must be required, auto, off (it is "yes")',
  );
});

test.each([{ DATABASE_URL: 'postgres://host/db' }, { NODE_ENV: 'production' }])(
  'demo data, the local identity provider and the development mailbox are off in production: %j',
  (env) => {
    expect(readConfig(env)).toMatchObject({
      seedDemo: false,
      localIdentity: false,
      localPayments: false,
      devMailbox: false,
    });
  },
);

test('the trailing slash of a public URL is removed', () => {
  expect(readConfig({ PUBLIC_URL: 'https://shots.example.com/' }).publicUrl).toBe(
    'https://shots.example.com',
  );
});

test.each([
  ['0.0.0.0', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['192.168.1.20', 'http://192.168.1.20:3000'],
  ['fd00::2', 'http://[fd00::2]:3000'],
])('without a public URL, a server that listens on %s is reached under %s', (HOST, publicUrl) => {
  expect(readConfig({ HOST })).toMatchObject({ publicUrl });
});

test('the documentation has a row for every variable and marks secrets', () => {
  const rows = configDocumentation()
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThan(35);
  expect(rows.find((row) => row.includes('`SECRET_KEY`'))).toContain('*Secret.*');
  expect(rows.find((row) => row.includes('`PORT`'))).toContain('| `3000` |');
});

test('OWN_ADDRESSES accepts only IP addresses and networks', () => {
  const env = { OWN_ADDRESSES: '203.0.113.7, 2001:db8::/32' };
  expect(readConfig(env).ownAddresses).toEqual(['203.0.113.7', '2001:db8::/32']);
  for (const wrong of ['gateway.example', '203.0.113.0/33', '203.0.113.7:80']) {
    expect(() => readConfig({ OWN_ADDRESSES: wrong })).toThrow(
      'OWN_ADDRESSES must be a list of IP addresses (203.0.113.7) and networks (203.0.113.0/24)',
    );
  }
});
