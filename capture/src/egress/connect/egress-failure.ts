import type { FailureReason } from '../../failures.ts';

/**
 * Reason why an outgoing connection failed: an entry of a closed list and a sentence without IPs or
 * system details.
 */
export class EgressFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, sentence: string) {
    super(sentence);
    this.name = 'EgressFailure';
    this.reason = reason;
  }
}

/**
 * Converts a socket's or resolver's error to a failure of `target`. Returns an `EgressFailure`
 * unchanged.
 */
export function toEgressFailure(error: unknown, target: string): EgressFailure {
  if (error instanceof EgressFailure) return error;
  switch (codeOf(error)) {
    case 'ENOTFOUND':
    case 'ENODATA':
      return new EgressFailure('dns_error', `There is no host named ${target}.`);
    case 'EAI_AGAIN':
    case 'ESERVFAIL':
      return new EgressFailure('dns_error', `The name ${target} could not be resolved.`);
    case 'ECONNREFUSED':
      return new EgressFailure('connection_refused', `${target} refused the connection.`);
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return new EgressFailure('connection_timeout', `${target} cannot be reached.`);
    default:
      return new EgressFailure('connection_reset', `${target} closed the connection.`);
  }
}

/** Returns the system's error code. After several attempts, returns the most specific one. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) {
    const codes = error.errors.map(codeOf);
    return codes.find((code) => code === 'ECONNREFUSED') ?? codes.at(-1) ?? '';
  }
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
