import type { Browser, CdpHandlers, CdpSession } from '../browser/browser.ts';
import type { CaptureSpec } from '../capture-spec.ts';
import type { EgressRoute } from '../egress/egress.ts';
import type { CaptureLimits } from '../limits.ts';
import { collectConsoleErrors, type ConsoleErrors } from './console-errors.ts';
import { CaptureFault } from './fault.ts';
import type { Fuse } from './fuse.ts';
import { createGlance, bringsScripts, type Glance } from './glance.ts';
import { createHearing, type Hearing } from './hearing.ts';
import { followIdleness, type Idleness } from './idleness.ts';
import { createInterception, type Interception } from './intercept.ts';
import { followRequests, type Requests } from './requests.ts';
import { createChangeSignal, type ChangeSignal } from './signal.ts';
import { watchTraffic, type Traffic } from './traffic.ts';
import { followVisits, type Visits } from './visits.ts';
import { openWorld, pageWorld, type World } from './world.ts';

/** A page being captured: its session and everything known about it. */
export interface CapturePage {
  readonly browser: Browser;
  readonly session: CdpSession;
  readonly mainFrameId: string;
  readonly spec: CaptureSpec;
  readonly limits: CaptureLimits;
  readonly fuse: Fuse;
  readonly visits: Visits;
  readonly requests: Requests;
  readonly hearing: Hearing;
  readonly idleness: Idleness;
  readonly traffic: Traffic;
  readonly consoleErrors: ConsoleErrors;
  readonly interception: Interception;
  readonly glance: Glance;
  /** Notifies whenever the page's navigations or requests change. */
  readonly changed: ChangeSignal;
  /**
   * Returns the execution context for the engine's functions in the current document: an isolated
   * world, or the main world if the document is known to have no scripts. Changes after every
   * navigation.
   */
  world(): World;
}

/** Dependencies for watching a page, in addition to its session. */
export type CapturePageInput = Pick<
  CapturePage,
  'browser' | 'mainFrameId' | 'spec' | 'limits' | 'fuse'
> & { readonly sessionId: string; readonly route: EgressRoute };

/** Starts watching a page; sends nothing yet. */
export function watchPage(input: CapturePageInput): CapturePage {
  const { browser, sessionId, mainFrameId, fuse, limits, route } = input;
  const session = browser.session(sessionId);
  const changed = createChangeSignal();
  const visits = followVisits(mainFrameId, changed.notify);
  const interception = createInterception(session, input.spec, mainFrameId);
  const hearing = createHearing(session, mainFrameId, interception);
  const requests = followRequests(() => hearing.isComplete, changed.notify);
  const idleness = followIdleness();
  const consoleErrors = collectConsoleErrors(session);
  let world: World | undefined;
  const needsOwnWorld = bringsScripts(input.spec);

  const openNewWorld: CdpHandlers = {
    'Page.frameNavigated': ({ frame }) => {
      if (frame.id !== mainFrameId) return;
      world = needsOwnWorld ? openWorld(session, mainFrameId) : undefined;
    },
  };
  const glance = createGlance(session, mainFrameId, (isWithoutScripts) => {
    if (!isWithoutScripts) consoleErrors.listen();
    world ??= isWithoutScripts ? pageWorld(session) : openWorld(session, mainFrameId);
  });
  for (const handlers of [
    ...visits.handlers,
    requests.handlers,
    hearing.handlers,
    idleness.handlers,
    consoleErrors.handlers,
    openNewWorld,
    ...(needsOwnWorld ? [] : [glance.handlers]),
    answerDialogs(session, limits.maxDialogs),
    blowOnCrash(fuse),
  ]) {
    session.on(handlers);
  }
  return {
    ...input,
    session,
    visits,
    requests,
    hearing,
    idleness,
    traffic: watchTraffic(route),
    consoleErrors,
    interception,
    glance,
    changed,
    world: () => (world ??= openWorld(session, mainFrameId)),
  };
}

/** Dismisses every dialog. A page that opens too many loses its scripts. */
function answerDialogs(session: CdpSession, maxDialogs: number): CdpHandlers {
  let dialogs = 0;
  return {
    'Page.javascriptDialogOpening': ({ type }) => {
      dialogs += 1;
      if (dialogs === maxDialogs) {
        const noScripts = session.send('Emulation.setScriptExecutionDisabled', { value: true });
        noScripts.catch(() => undefined);
        session.send('Runtime.terminateExecution').catch(() => undefined);
      }
      session
        .send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' })
        .catch(() => undefined);
    },
  };
}

function blowOnCrash(fuse: Fuse): CdpHandlers {
  const traits = { isRetryable: true, isBrowserFault: true };
  return {
    'Inspector.targetCrashed': () =>
      fuse.blow(new CaptureFault('page_crashed', 'The page crashed the browser tab.', traits)),
  };
}
