import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../shared/app-error.ts';
import type { Caller } from '../route.ts';

/**
 * Maximum number of writes per minute and caller; reads have three times this limit. 0: no limit.
 */
export interface RateLimits {
  readonly key: number;
  /** Per user, across all tabs. */
  readonly session: number;
  /** Per IP, for requests that need no account and for denied ones. */
  readonly address: number;
}

/** A request to count, with its caller and method. */
export interface CountedRequest {
  readonly caller: Caller | null;
  readonly ip: string;
  readonly method: string;
}

/** Rate limit state of a caller after a request. */
export interface RateLimitResult {
  readonly headers: Readonly<Record<string, string>>;
  /** `rate_limited` (429): the request must not be served. */
  readonly error?: AppError;
}

const windowSeconds = 60;
const readsPerWrite = 3;

/**
 * Creates a rate limiter that counts in the memory of this process, in windows of one minute that
 * start with a caller's first request; with several processes, the limits add up. It returns
 * undefined if the caller has no limit. Source: draft-ietf-httpapi-ratelimit-headers-10.
 */
export function createRateLimit(
  limits: RateLimits,
): (request: CountedRequest) => Promise<RateLimitResult | undefined> {
  const limiters = new Map<string, RateLimiterMemory>();
  for (const who of ['key', 'session', 'address'] as const) {
    if (limits[who] === 0) continue;
    limiters.set(`${who} default`, limiterOf(limits[who]));
    limiters.set(`${who} reads`, limiterOf(limits[who] * readsPerWrite));
  }
  return async ({ caller, ip, method }) => {
    const policy = method === 'GET' || method === 'HEAD' ? 'reads' : 'default';
    const limiter = limiters.get(`${caller?.kind ?? 'address'} ${policy}`);
    if (!limiter) return undefined;
    const quota = await consume(limiter, idOf(caller, ip));
    return resultOf({ policy, limit: limiter.points, ...quota });
  };
}

/**
 * Creates the limit of new captures per minute and signed link, counted in the memory of this
 * process. The function throws `rate_limited` (429) beyond it. 0: no limit.
 */
export function createLinkLimit(capturesPerMinute: number): (signature: string) => Promise<void> {
  const limiter = limiterOf(capturesPerMinute);
  return async (signature) => {
    if (capturesPerMinute === 0) return;
    const { isAllowed, resetSeconds } = await consume(limiter, signature);
    if (isAllowed) return;
    throw new AppError({
      code: 'rate_limited',
      message: `This link may make at most ${capturesPerMinute} new images per minute; images of the cache are not limited. Try again in ${resetSeconds} s.`,
      retryAfterSeconds: resetSeconds,
    });
  };
}

function limiterOf(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: windowSeconds });
}

function idOf(caller: Caller | null, ip: string): string {
  if (caller?.kind === 'key') return String(caller.apiKeyId);
  return caller?.userId ?? ip;
}

interface Quota {
  readonly isAllowed: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

async function consume(limiter: RateLimiterMemory, id: string): Promise<Quota> {
  try {
    return quotaOf(true, await limiter.consume(id));
  } catch (rejected) {
    if (rejected instanceof RateLimiterRes) return quotaOf(false, rejected);
    throw rejected;
  }
}

function quotaOf(isAllowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Quota {
  return {
    isAllowed,
    remaining: Math.max(0, remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  };
}

function resultOf(at: Quota & { policy: string; limit: number }): RateLimitResult {
  const { policy, limit, isAllowed, remaining, resetSeconds } = at;
  const headers = {
    'ratelimit-policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + resetSeconds),
  };
  if (isAllowed) return { headers };
  const error = new AppError({
    code: 'rate_limited',
    message: `At most ${limit} of these requests are allowed per minute. Try again in ${resetSeconds} s.`,
    retryAfterSeconds: resetSeconds,
  });
  return { headers, error };
}
