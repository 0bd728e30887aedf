import type { FailureReason } from '../failures.ts';

/** Why a connection out could not be made: a closed reason and a sentence without addresses or system details. */
export class EgressFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, sentence: string) {
    super(sentence);
    this.name = 'EgressFailure';
    this.reason = reason;
  }
}

/** Reads a socket's or resolver's error as a failure of `target`; an `EgressFailure` passes as it is. */
export function toEgressFailure(error: unknown, target: string): EgressFailure {
  if (error instanceof EgressFailure) return error;
  switch (codeOf(error)) {
    case 'ENOTFOUND':
    case 'ENODATA':
      return new EgressFailure('dns_error', `There is no server named ${target}.`);
    case 'EAI_AGAIN':
    case 'ESERVFAIL':
      return new EgressFailure('dns_error', `The name ${target} could not be looked up.`);
    case 'ECONNREFUSED':
      return new EgressFailure('connection_refused', `${target} refused the connection.`);
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return new EgressFailure('connection_timeout', `${target} cannot be reached.`);
    default:
      return new EgressFailure('connection_reset', `${target} broke the connection.`);
  }
}

/** The system's code of an error; of several attempts the one that says most. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) {
    const codes = error.errors.map(codeOf);
    return codes.find((code) => code === 'ECONNREFUSED') ?? codes.at(-1) ?? '';
  }
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
