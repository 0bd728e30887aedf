import type { Browser, CdpHandlers, CdpSession } from '../browser/browser.ts';
import type { StepReport, WaitedCondition } from '../capture-result.ts';
import type { CaptureSpec } from '../capture-spec.ts';
import type { ProxySession } from '../egress/egress.ts';
import type { CaptureLimits } from '../limits.ts';
import { collectConsoleErrors, type ConsoleErrors } from './console-errors.ts';
import { CaptureError } from '../lib/capture-error.ts';
import { ignoreErrors } from '../rejections.ts';
import type { Progress } from '../lib/progress.ts';
import { createScriptDetection, injectsScripts, type ScriptDetection } from './script-detection.ts';
import { createInterception, type Interception } from './network/interception.ts';
import { createReportPause, type ReportPause } from './network/report-pause.ts';
import { trackRequestFailures, type RequestFailures } from './network/request-failures.ts';
import { burstMs } from './network/repetitions.ts';
import {
  trackRequests,
  type RequestTracker,
  type RequestTrackerInput,
} from './network/request-tracker.ts';
import { createChangeNotifier, type ChangeNotifier } from '../lib/change-notifier.ts';
import { trackEgressActivity, type EgressActivity } from './network/egress-activity.ts';
import { createCleaningCounts, type CleaningCounts } from './cleaning/cleaning-counts.ts';
import type { ConsentState } from './consent/consent-state.ts';
import { createRealClock, type ClockKind, type PageClock } from './clock/page-clock.ts';
import { createFrameClock, type FrameClockInput } from './clock/frame-clock.ts';
import { createStandingClock } from './clock/standing-clock.ts';
import { createResponseGate, type ResponseGate } from './determinism/response-gate.ts';
import { createWaitLog, type WaitLog } from './stability/wait-log.ts';
import { createWarnings, type Warnings } from './warnings.ts';
import { trackNavigations, type Navigations } from './navigation/navigations.ts';
import { trackDocumentResponse, type DocumentResponse } from './verdict/document-response.ts';
import { createIsolatedWorld, mainWorld, type ExecutionContext } from './execution-context.ts';

/** A page being captured: its session and everything known about it. */
export interface CapturePage {
  readonly browser: Browser;
  readonly session: CdpSession;
  readonly mainFrameId: string;
  readonly spec: CaptureSpec;
  readonly limits: CaptureLimits;
  readonly progress: Progress;
  readonly navigations: Navigations;
  readonly requests: RequestTracker;
  readonly reportPause: ReportPause;
  readonly clock: PageClock;
  /** Sessions of the page's frames in other processes. */
  readonly childFrames: Map<string, CdpSession>;
  /** Sessions of the page's dedicated and shared workers. */
  readonly workers: Map<string, CdpSession>;
  readonly waitLog: WaitLog;
  /** Options that had no effect. */
  readonly warnings: Warnings;
  /** Conditions that were waited for. */
  readonly waited: WaitedCondition[];
  /** Steps that were performed. */
  readonly steps: StepReport[];
  /** Present if the caller asserts that resources are loaded. */
  readonly requestFailures: RequestFailures | undefined;
  readonly consent: ConsentState;
  readonly cleaned: CleaningCounts;
  readonly egressActivity: EgressActivity;
  readonly consoleErrors: ConsoleErrors;
  readonly interception: Interception;
  readonly clockKind: ClockKind;
  /** Holds the responses of a page that runs deterministically on the virtual clock. */
  readonly gate: ResponseGate | undefined;
  readonly scriptDetection: ScriptDetection;
  readonly documentResponse: DocumentResponse;
  /** Notifies whenever the page's navigations or requests change. */
  readonly changed: ChangeNotifier;
  /**
   * Returns the execution context for the engine's functions in the current document: an isolated
   * world, or the main world if the document is known to have no scripts. Changes after every
   * navigation.
   */
  executionContext(): ExecutionContext;
}

/** Dependencies for watching a page, in addition to its session. */
export type CapturePageInput = Pick<
  CapturePage,
  'browser' | 'mainFrameId' | 'spec' | 'limits' | 'progress'
> & {
  readonly sessionId: string;
  readonly proxySession: ProxySession;
  readonly clockKind: ClockKind;
};

/** Starts watching a page; sends nothing yet. */
export function attachPage(input: CapturePageInput): CapturePage {
  const { browser, sessionId, mainFrameId, progress, limits, proxySession } = input;
  const session = browser.session(sessionId);
  const changed = createChangeNotifier();
  const children = createChildSessions();
  const navigations = trackNavigations(mainFrameId, changed.notify);
  const times = createTimes(input, () => clock);
  const requests = trackRequests({ mainFrameId, changed: changed.notify, ...times });
  const reportPause = createReportPause(session, mainFrameId, () => requests.retain(() => false));
  if (input.spec.emulation?.network !== undefined) reportPause.prevent();
  const requestFailures = createRequestFailures(input, reportPause);
  const gate = createGate(input, requests);
  const interception = createInterception(session, input.spec, { mainFrameId, proxySession, gate });
  const clock = createClock({ ...input, ...children, session, requests, gate });
  const consoleErrors = collectConsoleErrors(session, proxySession.hosts, requests.forgetTasks);
  const documentResponse = trackDocumentResponse(mainFrameId);
  const contexts = trackContexts({ ...input, session }, (isScriptFree, isRefreshed) => {
    if (isScriptFree && !isRefreshed)
      pauseReports({ ...input, navigations, documentResponse, reportPause });
  });
  for (const handlers of [
    ...navigations.handlers,
    requests.handlers,
    reportPause.handlers,
    ...(gate === undefined ? [] : [gate.handlers]),
    ...(requestFailures === undefined ? [] : [requestFailures.handlers]),
    consoleErrors.handlers,
    documentResponse.handlers,
    ...contexts.handlers,
    holdReloads(navigations, interception),
    dismissDialogs(session, limits.maxDialogs),
    abortOnCrash(progress),
  ]) {
    session.on(handlers);
  }
  return {
    ...input,
    session,
    navigations,
    requests,
    reportPause,
    ...children,
    clock,
    gate,
    waitLog: createWaitLog(),
    warnings: createWarnings(),
    waited: [],
    steps: [],
    requestFailures,
    consent: { report: undefined },
    cleaned: createCleaningCounts(),
    egressActivity: trackEgressActivity(proxySession),
    consoleErrors,
    interception,
    scriptDetection: contexts.scriptDetection,
    documentResponse,
    changed,
    executionContext: contexts.current,
  };
}

function createChildSessions(): Pick<CapturePage, 'childFrames' | 'workers'> {
  return { childFrames: new Map(), workers: new Map() };
}

/** Execution contexts of a page's documents, and the detection that chooses them. */
interface Contexts {
  readonly scriptDetection: ScriptDetection;
  readonly handlers: readonly CdpHandlers[];
  readonly current: CapturePage['executionContext'];
}

function trackContexts(
  { session, mainFrameId, spec }: Pick<CapturePage, 'session' | 'mainFrameId' | 'spec'>,
  onKnown: Parameters<typeof createScriptDetection>[2],
): Contexts {
  const needsIsolatedWorld = injectsScripts(spec);
  const isolate = (): ExecutionContext => createIsolatedWorld(session, mainFrameId);
  let current: ExecutionContext | undefined;
  const onNavigated: CdpHandlers = {
    'Page.frameNavigated': ({ frame }) => {
      if (frame.id === mainFrameId) current = needsIsolatedWorld ? isolate() : undefined;
    },
  };
  const scriptDetection = createScriptDetection(session, mainFrameId, (isScriptFree, ...rest) => {
    onKnown(isScriptFree, ...rest);
    current ??= isScriptFree ? mainWorld(session) : isolate();
  });
  return {
    scriptDetection,
    handlers: [onNavigated, ...(needsIsolatedWorld ? [] : [scriptDetection.handlers])],
    current: () => (current ??= isolate()),
  };
}

/** Pauses the reports of requests while a document without scripts loads, unless a header replaces it. */
function pauseReports({
  navigations: { current, isNavigating },
  documentResponse: { headers },
  reportPause,
}: Pick<CapturePage, 'navigations' | 'documentResponse' | 'reportPause'>): void {
  const isLoading = current?.loadedMs === null && !isNavigating;
  const isReplaced = headers.refresh !== undefined;
  if (isLoading && !isReplaced) reportPause.begin();
}

/**
 * Returns what tells the time of a page. For a deterministic one, only the number of equal requests decides what
 * counts as polling: the times and the frames between them differ from capture to capture.
 */
function createTimes(
  { spec }: CapturePageInput,
  clock: () => PageClock,
): Pick<RequestTrackerInput, 'now' | 'elapsedMs'> {
  let momentCount = 0;
  return {
    elapsedMs: () => clock().elapsedMs,
    now() {
      const { elapsedMs, changeCount } = clock();
      if (spec.determinism === undefined)
        return { timeMs: performance.now() + elapsedMs, changeCount };
      momentCount += 1;
      return { timeMs: momentCount * burstMs, changeCount: 0 };
    },
  };
}

/** Watches the requests that the caller asserts. Their reports are never paused. */
function createRequestFailures(
  { spec, mainFrameId }: CapturePageInput,
  reportPause: ReportPause,
): RequestFailures | undefined {
  const { loadedResources } = spec.assertions ?? {};
  if (loadedResources === undefined) return undefined;
  reportPause.prevent();
  return trackRequestFailures(mainFrameId, loadedResources);
}

/** Creates the gate of a page that runs deterministically on the virtual clock. */
function createGate(
  { spec, clockKind, mainFrameId }: CapturePageInput,
  { isWaitedFor, finish }: RequestTracker,
): ResponseGate | undefined {
  if (spec.determinism === undefined || clockKind === 'real') return undefined;
  return createResponseGate({ mainFrameId, isWaitedFor, onFinished: finish });
}

type ClockInput = Omit<FrameClockInput, 'hasTasks'> &
  Pick<CapturePage, 'clockKind' | 'requests' | 'gate'>;

function createClock(input: ClockInput): PageClock {
  const { clockKind, progress, gate, requests } = input;
  if (clockKind === 'real') return createRealClock(progress);
  const hasTasks = (): boolean => requests.waits().some(({ kind }) => kind === 'task');
  if (gate === undefined) return createFrameClock({ ...input, hasTasks });
  const isWaiting = (): boolean => requests.waits().length > 0;
  return createStandingClock({ ...input, release: gate.release, isWaiting, hasTasks });
}

/** Dismisses every dialog. A page that opens too many loses its scripts. */
function dismissDialogs(session: CdpSession, maxDialogs: number): CdpHandlers {
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

/** Blocks navigation at once when a page has loaded one URL again and again. */
function holdReloads(navigations: Navigations, interception: Interception): CdpHandlers {
  return {
    'Page.frameNavigated': () => {
      if (navigations.isReloading) ignoreErrors([interception.blockNavigation()]);
    },
  };
}

function abortOnCrash(progress: Progress): CdpHandlers {
  const traits = { isRetryable: true, isBrowserError: true };
  return {
    'Inspector.targetCrashed': () =>
      progress.abort(new CaptureError('page_crashed', 'The page crashed the browser tab.', traits)),
  };
}
