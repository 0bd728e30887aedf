import { expect, test } from 'vitest';
import { DatabaseOutage } from '../../db/database-outage.ts';
import { describeError } from './error-response.ts';

const withCode = (code: string, rest: object = {}) =>
  Object.assign(new Error('a message of the other side'), { code, ...rest });

const outages: readonly (readonly [string, Error])[] = [
  ...['EAGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN', 'ENOTFOUND'].map(
    (code) => [code, withCode(code)] as const,
  ),
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS'].map((code) => [code, withCode(code)] as const),
  ['ENOENT of a socket', withCode('ENOENT', { syscall: 'connect' })],
  ['08006, connection failure', withCode('08006')],
  ['53300, too many connections', withCode('53300')],
  ['53100, disk full', withCode('53100')],
  ['57P01, shutdown by an administrator', withCode('57P01')],
  ['57P02, a crash of another session', withCode('57P02')],
  ['57P03, starting up', withCode('57P03')],
  ['57014, statement timeout', withCode('57014')],
  ['55P03, lock timeout', withCode('55P03')],
  ['25006, now a standby', withCode('25006')],
  ['a full pool', new Error('timeout exceeded when trying to connect')],
  ['a slow connection', new Error('Connection terminated due to connection timeout')],
  ['a dead connection', new Error('Connection terminated unexpectedly')],
  ['a statement without a response', new Error('Query read timeout')],
  ['a pool that is closed', new Error('Cannot use a pool after calling end on the pool')],
  ['an unavailable database', new DatabaseOutage(new Error('anything'))],
  ['a cause', new Error('work failed', { cause: withCode('ECONNRESET') })],
  [
    'several IP addresses',
    new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]),
  ],
];

test.each(outages)('%s returns 503 with Retry-After', (_, error) => {
  const { statusCode, code, retryAfterSeconds } = describeError(error);
  expect({ statusCode, code }).toEqual({ statusCode: 503, code: 'unavailable' });
  expect(retryAfterSeconds).toBeGreaterThan(0);
});

test.each(['23505', '42P01', 'ENOENT', 'ERR_INVALID_ARG_TYPE'])(
  '%s is not an outage and returns 500',
  (code) => {
    expect(describeError(withCode(code)).statusCode).toBe(500);
  },
);
