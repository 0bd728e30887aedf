import { ShotwrightError } from '../errors.ts';

const certificateCode = /CERT|SSL|TLS|SELF_SIGNED|ISSUER/;
/** Reasons that a retry does not change, with the end of their sentence. */
const finalReasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name does not exist. Check the URL of the server.',
  ERR_INVALID_URL: 'the URL is not valid.',
};
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused. Check the URL, and that the server is running.',
  ECONNRESET: 'the connection was closed.',
  UND_ERR_SOCKET: 'the connection was closed.',
  EAI_AGAIN: 'the host name could not be resolved.',
  ETIMEDOUT: 'the server did not respond in time.',
  UND_ERR_CONNECT_TIMEOUT: 'the server did not respond in time.',
};

/** Describes the error of a request that got no response. */
export function connectionError(error: unknown, url: string): ShotwrightError {
  if (isWithoutReason(error)) return proxySignInError(url, error);
  const code = codeOf(error);
  const isCertificate = certificateCode.test(code);
  const reason = isCertificate
    ? `its certificate is not trusted (${code}). If a proxy inspects TLS, give its certificate to the program, in Node with NODE_EXTRA_CA_CERTS.`
    : (finalReasons[code] ?? reasons[code] ?? `the connection failed (${code || textOf(error)}).`);
  return new ShotwrightError({
    code: 'connection_failed',
    message: `Could not reach ${url}: ${reason}`,
    isRetryable: !isCertificate && finalReasons[code] === undefined,
    cause: error,
  });
}

/** Error for a proxy that wants credentials. */
export function proxySignInError(url: string, cause?: unknown): ShotwrightError {
  return new ShotwrightError({
    code: 'proxy_error',
    message: `A proxy between this client and ${url} requires a sign-in (407). Configure the credentials of the proxy.`,
    status: 407,
    cause,
  });
}

/** Node's `fetch` rejects a response with the status 407 with an error that names no reason. */
function isWithoutReason(error: unknown): boolean {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return cause instanceof Error && cause.message === '' && codeOf(cause) === '';
}

/** Returns the code of an error or of the first cause that has one. */
function codeOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one.name === 'AbortError') return 'ETIMEDOUT';
    if (one instanceof AggregateError && one.errors.length > 0) return codeOf(one.errors[0]);
    if ('code' in one && typeof one.code === 'string') return one.code;
  }
  return '';
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
