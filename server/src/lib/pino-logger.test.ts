import { expect, test } from 'vitest';
import { createPinoLogger } from './pino-logger.ts';

function logged(write: (logger: ReturnType<typeof createPinoLogger>) => void, level = 'info') {
  const lines: string[] = [];
  write(createPinoLogger({ level, stream: { write: (line) => void lines.push(line) } }));
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}

test('a log line is one JSON object, whatever text it contains', () => {
  const [line] = logged((logger) => logger.info({ url: 'a\n{"level":"fatal"}' }, 'x\ny'));
  expect(line).toMatchObject({ level: 'info', url: 'a\n{"level":"fatal"}', msg: 'x\ny' });
});

test('an error is logged with its causes, without fields that may quote a row or a request', () => {
  const cause = Object.assign(new Error('duplicate'), {
    code: '23505',
    detail: 'canary',
    body: 'canary',
  });
  const lines = logged((logger) => logger.error({ err: new Error('failed', { cause }) }, 'x'));
  expect(lines[0]).toMatchObject({
    err: { message: 'failed', cause: { message: 'duplicate', code: '23505' } },
  });
  expect(JSON.stringify(lines)).not.toContain('canary');
});

test('fields named like secrets are never logged', () => {
  const lines = logged((logger) => {
    logger.info({ password: 'canary', token: 'canary', nested: { authorization: 'canary' } }, 'x');
    logger
      .child({ requestId: 'r1' })
      .info({ headers: { cookie: 'canary' }, 'x-api-key': 'canary' }, 'y');
  });
  expect(JSON.stringify(lines)).not.toContain('canary');
  expect(lines[1]).toMatchObject({ requestId: 'r1' });
});

test('lines below the level are not logged', () => {
  expect(logged((logger) => logger.info({}, 'x'), 'warn')).toEqual([]);
});
