import { topLeftColor } from '../measure/decode-image.ts';
import { hasEnded, type Api } from '../server/api.ts';

const pageDelayMs = 200;

/** Captures that were accepted before a kill and must complete whatever is killed. */
export interface Survivors {
  /** Accepts this many captures, each of a page with a unique colour. */
  accept(count: number): Promise<readonly string[]>;
  isFinished(requestId: string): Promise<boolean>;
  /**
   * Waits until all accepted captures are COMPLETE, each with the right image and one credit
   * charged. Returns the violations.
   */
  check(): Promise<string[]>;
}

/**
 * Tracks captures of the pages at `origin`. The customer behind `api` must have no other captures.
 */
export function createSurvivors({ api, origin }: { api: Api; origin: string }): Survivors {
  const colorById = new Map<string, string>();
  let credits: number | undefined;
  const acceptOne = async (color: string): Promise<string> => {
    const url = `${origin}/color/${color}?delay=${pageDelayMs}`;
    const { requestId } = await api.accept({ page: 'tiny', source: { url }, isFullPage: false });
    colorById.set(requestId, color);
    return requestId;
  };
  return {
    accept: async (count) => {
      const ids: string[] = [];
      for (let i = 0; i < count; i++) {
        const number = 0x10_20_30 + ((colorById.size * 0x04_03_02) % 0xc0_00_00);
        ids.push(await acceptOne(number.toString(16).padStart(6, '0')));
        credits ??= (api.creditsRemaining() ?? Number.NaN) + 1;
      }
      return ids;
    },
    isFinished: async (requestId) => hasEnded(await api.read(requestId)),
    check: async () => {
      const violations: string[] = [];
      for (const [requestId, color] of colorById) {
        const { status, creditsCharged, code } = await api.finish(requestId);
        if (status !== 'COMPLETE') {
          violations.push(`${requestId} is lost: ${status} (${code}), charged ${creditsCharged}`);
          continue;
        }
        if (creditsCharged !== 1) violations.push(`${requestId} was charged ${creditsCharged}`);
        const shown = topLeftColor(await api.image(requestId));
        if (shown !== color) violations.push(`${requestId} shows #${shown}, not #${color}`);
      }
      const wanted = colorById.size + 1;
      await api.finish(await acceptOne('ffffff'));
      const spent = (credits ?? Number.NaN) - (api.creditsRemaining() ?? Number.NaN);
      if (spent !== wanted) violations.push(`${wanted} captures, but ${spent} credits spent`);
      return violations;
    },
  };
}
