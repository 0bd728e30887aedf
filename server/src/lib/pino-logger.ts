import { destination, pino, type DestinationStream } from 'pino';
import type { Logger } from './logger.ts';

/** Field names under which a secret might be logged by mistake. */
const secretNames = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'key',
  'apiKey',
  'headers',
  '["x-api-key"]',
  '["set-cookie"]',
];

/**
 * Creates a logger that writes JSON lines to stderr; stdout is for people. A full disk or a closed
 * pipe only loses lines.
 */
export function createPinoLogger(options: {
  readonly level: string;
  readonly stream?: DestinationStream;
}): Logger {
  const stream = options.stream ?? standardError();
  return pino(
    {
      level: options.level,
      base: {},
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: describeError },
      redact: secretNames.flatMap((name) =>
        name.startsWith('[') ? [name, `*${name}`] : [name, `*.${name}`],
      ),
    },
    stream,
  );
}

function standardError(): DestinationStream {
  const stream = destination({ dest: 2, sync: true });
  stream.on('error', () => undefined);
  return stream;
}

/**
 * Returns the loggable parts of an error, without its other fields, which may quote rows or
 * requests.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    stack: error.stack,
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}
