import { baselineEndpoints } from '@shotwright/contract';
import { requesterOf, route, scopeOf, type Route } from '../../../http/route.ts';
import type { ImageLinks } from '../../screenshots/screenshots.present.ts';
import { presentApproval, presentBaseline, presentCheck } from './baselines.present.ts';
import type { BaselinesService } from './baselines.service.ts';
import type { CheckBaseline } from './check-baseline.service.ts';

/** Routes for baselines and their checks. */
export function baselinesRoutes({
  baselines,
  checkBaseline,
  links,
  publicUrl,
}: {
  readonly baselines: BaselinesService;
  readonly checkBaseline: CheckBaseline;
  readonly links: ImageLinks;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}): Route[] {
  return [
    route(baselineEndpoints.listBaselines, async ({ caller, query }) => {
      const { livemode = caller.kind === 'session' || !caller.isTest, ...page } = query;
      const scope = scopeOf(caller);
      const isOther = livemode === scope.isTest;
      const { rows, total } = isOther
        ? { rows: [], total: 0 }
        : await baselines.list({ ...scope, isTest: !livemode, ...page });
      const meta = { ...page, total, isTotalExact: true };
      return { data: { baselines: rows.map((row) => presentBaseline(row, links)), meta } };
    }),
    route(baselineEndpoints.approveBaseline, async ({ caller, body }) => {
      const row = await baselines.approve({
        scope: scopeOf(caller),
        by: requesterOf(caller),
        request: body,
      });
      return { data: presentBaseline(row, links), message: 'Baseline approved' };
    }),
    route(baselineEndpoints.getBaseline, async ({ caller, params }) => {
      const { baseline, approvals } = await baselines.get({ ...scopeOf(caller), ...params });
      const data = presentBaseline(baseline, links);
      return { data: { ...data, approvals: approvals.map(presentApproval) } };
    }),
    route(baselineEndpoints.removeBaseline, async ({ caller, params }) => {
      await baselines.remove({ ...scopeOf(caller), ...params });
      return { data: {}, message: 'Baseline removed' };
    }),
    route(baselineEndpoints.checkBaseline, async ({ caller, body, signal }) => {
      const input = { ...scopeOf(caller), screenshotId: body.screenshot_id, signal };
      return { data: presentCheck(await checkBaseline(input), publicUrl) };
    }),
    route(baselineEndpoints.listBaselineChecks, async ({ caller, query }) => {
      const input = { ...scopeOf(caller), screenshotIds: query.screenshot_ids };
      const checks = await baselines.listChecks(input);
      return { data: { checks: checks.map((check) => presentCheck(check, publicUrl)) } };
    }),
  ];
}
