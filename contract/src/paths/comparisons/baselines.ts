import type { PathTable } from '../endpoint-path.ts';

/** Methods and paths of the endpoints for baselines. */
export const baselinePaths = {
  listBaselines: { method: 'GET', path: '/baselines' },
  approveBaseline: { method: 'POST', path: '/baselines' },
  getBaseline: { method: 'GET', path: '/baselines/{id}' },
  removeBaseline: { method: 'DELETE', path: '/baselines/{id}' },
  checkBaseline: { method: 'POST', path: '/baseline-checks' },
  listBaselineChecks: { method: 'GET', path: '/baseline-checks' },
} as const satisfies PathTable;

/**
 * Results of a check. baseline: the screenshot is the baseline itself; new: its URL and options have
 * none; failed: the images could not be compared.
 */
export const baselineCheckStatuses = ['baseline', 'matched', 'changed', 'new', 'failed'] as const;
/** One of the {@link baselineCheckStatuses}. */
export type BaselineCheckStatus = (typeof baselineCheckStatuses)[number];

/** Limits of baselines. */
export const baselineLimits = {
  /** Screenshots whose checks one request reads. */
  checks: 100,
  /** Newest approvals that a response lists. */
  approvals: 50,
} as const;
