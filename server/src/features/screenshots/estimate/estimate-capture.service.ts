import {
  optionTextsOf,
  type CaptureOptions,
  type EndpointData,
  type estimateEndpoints,
} from '@shotwright/contract';
import type { CaptureViewport } from '@shotwright/capture';
import { inTransaction, type Database } from '../../../db/transaction.ts';
import type { CreditsService } from '../../credits/credits.service.ts';
import { readCaptureRequest, type CaptureRequestRules } from '../request/capture-request.rules.ts';
import { requireSameProject } from '../request/request-screenshot.service.ts';
import { optionWarnings } from '../run/option-warnings.rules.ts';
import type { ProjectsService } from '../../projects/projects.service.ts';

interface EstimateDependencies extends CaptureRequestRules {
  readonly db: Database;
  readonly credits: Pick<CreditsService, 'priceOf' | 'pricePartsOf'>;
  readonly findDevice: (name: string) => CaptureViewport | undefined;
  /** Throws `project_not_found` if the project does not exist in the organisation. */
  readonly requireProject: ProjectsService['requireProject'];
}

/** A request for an estimate, with its caller. */
export interface EstimateRequest {
  readonly organizationId: string;
  /** The only project the caller may use; null means any. */
  readonly boundProjectId: number | null;
  readonly projectId: number | undefined;
  readonly fields: CaptureOptions;
}

/**
 * Validates a capture as its acceptance does, and returns its price, its options and their warnings.
 * Stores and charges nothing. Throws the errors of the rules, `project_not_found` and
 * `api_key_project_forbidden`.
 */
export type EstimateCapture = (
  request: EstimateRequest,
) => Promise<EndpointData<typeof estimateEndpoints.estimateCapture>>;

/** Creates an {@link EstimateCapture}. */
export function createEstimateCapture(deps: EstimateDependencies): EstimateCapture {
  return async ({ organizationId, boundProjectId, projectId, fields }) => {
    const { source, url, html, options } = readCaptureRequest(fields, deps);
    requireSameProject({ boundProjectId, projectId });
    if (projectId !== undefined)
      await inTransaction(deps.db, (tx) =>
        deps.requireProject(tx, { organizationId, projectId, field: 'project_id' }),
      );
    return {
      creditsRequired: deps.credits.priceOf(options),
      price: [...deps.credits.pricePartsOf(options)],
      type: source,
      url,
      options: optionTextsOf(options),
      warnings: optionWarnings({ html, options, findDevice: deps.findDevice }),
    };
  };
}
