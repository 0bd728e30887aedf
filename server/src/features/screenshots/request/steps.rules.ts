import type { CaptureStep } from '@shotwright/capture';
import { parseSteps, type CaptureStepInput, type TextOrObject } from '@shotwright/contract';
import { invalidField } from '../../../shared/app-error.ts';
import { readPublicUrl, requireWebScheme, type CheckUrl } from '../../../shared/public-url.ts';
import { requireStepSelectors } from './selectors.rules.ts';
import { policyAdvice } from './target-url.rules.ts';

interface ReadStepsInput {
  /** URL of the page, to which those of steps are relative; null for pasted HTML. */
  readonly url: string | null;
  readonly checkUrl: CheckUrl;
}

/**
 * Returns the steps of a request, with complete URLs. Throws `validation_failed`, `invalid_url` or
 * `unsupported_scheme` (400), or `url_not_allowed` (403); never repeats what is typed.
 */
export function readSteps(
  input: string | readonly TextOrObject[],
  { url, checkUrl }: ReadStepsInput,
): readonly CaptureStepInput[] {
  const parsed = parseSteps(input);
  if (parsed.error !== undefined) throw invalidField('steps', parsed.error);
  requireStepSelectors(parsed.steps);
  return parsed.steps.map((step) =>
    step.url === undefined ? step : { ...step, url: readStepUrl(step.url, { url, checkUrl }) },
  );
}

/** Converts the steps of a request to those of the engine. */
export function captureStepsOf(steps: readonly CaptureStepInput[]): CaptureStep[] {
  return steps.map(({ secret, optional, ...step }) => ({
    ...step,
    ...(secret && { isSecret: true }),
    ...(optional && { isOptional: true }),
  }));
}

function readStepUrl(text: string, { url, checkUrl }: ReadStepsInput): string {
  const base = url ?? undefined;
  const full = URL.canParse(text, base) ? new URL(text, base).href : text;
  requireWebScheme('steps', full.slice(0, full.indexOf(':') + 1).toLowerCase());
  return readPublicUrl(full, {
    path: 'steps',
    example: 'https://example.com/page',
    credentialsAdvice: 'send basic_auth_user and basic_auth_password',
    policyAdvice,
    checkUrl,
  }).href;
}
