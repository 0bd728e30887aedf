import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operatorOf } from '../../../test/admin.ts';
import { createBackupRig, type BackupRig } from '../../../test/backups.ts';
import { startServer } from '../../composition/compose.ts';
import type { Config } from '../../config/config.ts';
import { markRestore } from '../../db/fill-tables.ts';
import { silentLogger as logger } from '../../lib/logger.ts';
import { writeBackupFile } from './backup-files.ts';

// Each test migrates a database and starts servers.
vi.setConfig({ testTimeout: 120_000 });

let rig: BackupRig;
beforeEach(() => {
  rig = createBackupRig();
});
afterEach(() => rig.stack.disposeAsync());

test('an interrupted backup leaves nothing, and a folder without a manifest is rejected', async () => {
  const { config } = await rig.openInstallation();
  const to = join(rig.folder, 'backup');
  const stopped = AbortSignal.abort();
  await expect(operatorOf(config, undefined, stopped).admin('backup', '--to', to)).rejects.toThrow(
    'The backup was interrupted',
  );
  expect(readdirSync(rig.folder)).not.toContain('backup');
  await operatorOf(config).admin('backup', '--to', to);
  rmSync(join(to, 'manifest.json'));
  const empty = await rig.openEmpty();
  const target = rig.configOf(empty.url, 'target');
  await expect(operatorOf(target).admin('restore', '--from', to)).rejects.toThrow(
    'it is not a backup, or the backup was interrupted',
  );
  await expect(operatorOf(config).admin('backup', '--to', to)).rejects.toThrow('is not empty');
});

test('a backup that was altered or is newer is rejected before anything is written', async () => {
  const { config, key } = await rig.openInstallation();
  const good = join(rig.folder, 'good');
  await operatorOf(config).admin('backup', '--to', good);
  const empty = await rig.openEmpty();
  const target = rig.configOf(empty.url, 'target');
  const damage: [(at: string) => void, RegExp][] = [
    [(at) => writeFileSync(join(at, 'files', key), 'other bytes'), /is damaged: .*image/],
    [(at) => rmSync(join(at, 'files', key)), /is incomplete: .*image/],
    [(at) => writeFileSync(join(at, 'tables', 'files.copy.gz'), ''), /is damaged: .*files\.copy/],
    [(at) => writeFileSync(join(at, 'manifest.json'), '{"product"'), /cannot be read/],
    [
      (at) => {
        const path = join(at, 'manifest.json');
        const text = readFileSync(path, 'utf8');
        writeFileSync(path, text.replace('"0001_', '"9999_future","0001_'));
      },
      /made by a newer release \(it contains 9999_future/,
    ],
  ];
  for (const [nth, [change, sentence]] of damage.entries()) {
    const bad = join(rig.folder, `bad-${nth}`);
    cpSync(good, bad, { recursive: true });
    change(bad);
    await expect(operatorOf(target).admin('restore', '--from', bad)).rejects.toThrow(sentence);
  }
  await operatorOf(target).admin('restore', '--from', good);
});

test('a restore rejects a non-empty database or folder, and another secret', async () => {
  const { config, url } = await rig.openInstallation();
  const to = join(rig.folder, 'backup');
  await operatorOf(config).admin('backup', '--to', to);
  const restoreInto = (target: Config) => operatorOf(target).admin('restore', '--from', to);
  await expect(restoreInto(rig.configOf(url, 'target'))).rejects.toThrow(
    /The database behind DATABASE_URL is not empty, .*Stop its server/,
  );
  const empty = await rig.openEmpty();
  await expect(restoreInto(rig.configOf(empty.url, 'source'))).rejects.toThrow(
    /DATA_DIR \(.*source\) is not empty \(it contains files\)/,
  );
  const otherSecret = { SECRET_KEY: 'another secret, of another installation' };
  await expect(restoreInto(rig.configOf(empty.url, 'target', otherSecret))).rejects.toThrow(
    'SECRET_KEY is not the secret of the backup',
  );
  await restoreInto(rig.configOf(empty.url, 'target'));
});

test('a backup with another secret or without data is rejected and leaves nothing', async () => {
  const { config, url } = await rig.openInstallation();
  const first = await startServer(config, { logger });
  await first.close();
  const to = join(rig.folder, 'backup');
  const empty = await rig.openEmpty();
  const cases: [Config, string][] = [
    [
      rig.configOf(url, 'x', { SECRET_KEY: 'another secret, of another installation' }),
      'is not the secret of the database',
    ],
    [rig.configOf(url, 'x', { SECRET_KEY: '' }), 'A backup cannot be used without the secret'],
    [rig.configOf(empty.url, 'x'), 'the database has no tables of this product'],
    [rig.configOf('', 'x'), 'There is nothing to back up: DATA_DIR'],
  ];
  for (const [wrong, sentence] of cases) {
    await expect(operatorOf(wrong).admin('backup', '--to', to)).rejects.toThrow(sentence);
    expect(readdirSync(rig.folder).toSorted()).toEqual(['source']);
  }
});

test('a server does not start on a partially restored database, and a restore does not resume it', async () => {
  const { config } = await rig.openInstallation();
  const to = join(rig.folder, 'backup');
  await operatorOf(config).admin('backup', '--to', to);
  const empty = await rig.openEmpty();
  await markRestore(empty.connection);
  const target = rig.configOf(empty.url, 'target');
  await expect(startServer(target, { logger })).rejects.toThrow(
    'A restore into this database is running or was interrupted',
  );
  rmSync(join(rig.folder, 'target'), { recursive: true, force: true });
  await expect(operatorOf(target).admin('restore', '--from', to)).rejects.toThrow(
    'An earlier restore into the database behind DATABASE_URL was interrupted',
  );
});

test('a full disk is reported with an error that names the file', async () => {
  await expect(writeBackupFile('/dev/full', Readable.from(['x']))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The disk is full: /dev/full could not be written. Free some space.',
  });
});
