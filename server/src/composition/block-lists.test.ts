import { expect, test } from 'vitest';
import { silentLogger } from '../lib/logger.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { startEngine } from './compose-worker.ts';

test('[CO-B10] the server does not start with block lists that it cannot use', async () => {
  const config = readConfig({ BLOCK_LISTS_DIR: '/no/such/lists' });
  const starting = startEngine(config, silentLogger);
  await expect(starting).rejects.toThrow(ConfigError);
  await expect(starting).rejects.toThrow('BLOCK_LISTS_DIR: The directory "/no/such/lists" cannot');
});
