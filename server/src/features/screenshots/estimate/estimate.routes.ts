import {
  captureOptionNames,
  captureOptionsOf,
  estimateEndpoints,
  optionRow,
  type CreditPrices,
  type PriceList,
} from '@shotwright/contract';
import { route, type Route } from '../../../http/route.ts';
import type { EstimateCapture } from './estimate-capture.service.ts';

interface EstimateRoutesDependencies {
  readonly estimateCapture: EstimateCapture;
  readonly prices: CreditPrices;
  readonly isBillingOn: boolean;
}

/** Routes about the price of captures. */
export function estimateRoutes(deps: EstimateRoutesDependencies): Route[] {
  const prices = priceListOf(deps);
  return [
    route(estimateEndpoints.estimateCapture, async ({ caller, body }) => ({
      data: await deps.estimateCapture({
        organizationId: caller.organizationId,
        boundProjectId: caller.kind === 'key' ? caller.projectId : null,
        projectId: body.project_id,
        fields: captureOptionsOf(body),
      }),
    })),
    route(estimateEndpoints.listPrices, async () => ({ data: prices })),
  ];
}

function priceListOf({ prices, isBillingOn }: EstimateRoutesDependencies): PriceList {
  const options = captureOptionNames.flatMap((option) => {
    const { price, docs } = optionRow(option);
    const { example: value } = docs;
    if (price === undefined || (typeof value !== 'boolean' && typeof value !== 'number')) return [];
    return [{ option, value, credits: isBillingOn ? price(value, prices) : 0 }];
  });
  return { billing: isBillingOn, capture: isBillingOn ? prices.capture : 0, options };
}
