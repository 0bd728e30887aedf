import type { Browser, CdpSession } from '../browser/browser.ts';
import type { CaptureSpec, CaptureViewport } from '../capture-spec.ts';
import type { CapturePage } from './capture-page.ts';
import { setWorkerIdentity } from '../in-page/worker-identity.ts';
import { offerSignal } from './conditions/signal.ts';
import { holdTimers } from './stability/late-motion.ts';
import { holdFrames } from './screenshot/freeze-page.ts';
import { hideReports } from './console-errors.ts';
import { inPageCall } from './execution-context.ts';
import { watchTasks } from './network/tasks.ts';
import { loadsResources } from './screenshot/inject.ts';
import { emulateMedia, emulatePlace, emulatePosition } from './emulated-visitor.ts';
import { emulateMachine, emulateNetwork } from './emulated-network.ts';
import { userAgentOverride, type UserAgentOverride } from './user-agent.ts';
import type { ClockKind } from './clock/page-clock.ts';
import { makeFrameDeterministic, makeWorkerDeterministic } from './determinism/determinism.ts';
import { overrideOuterHeight } from './window.ts';

const transparent = { r: 0, g: 0, b: 0, a: 0 } as const;

/** Decides the settings of a page, of its frames and of its workers. */
export interface EmulationInput {
  readonly clockKind: ClockKind;
  readonly browser: Pick<Browser, 'version' | 'identity'>;
  readonly spec: CaptureSpec;
}

/**
 * Sends all settings that a page needs before its first byte; the caller resumes the page
 * afterwards.
 */
export function emulatePage(session: CdpSession, input: EmulationInput): Promise<unknown>[] {
  const { spec } = input;
  const { viewport } = spec;
  return [
    session.send('Page.enable'),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    session.send('Runtime.enable'),
    session.send('Log.enable'),
    session.send('Emulation.setDeviceMetricsOverride', deviceMetrics(viewport)),
    session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
    }),
    ...(viewport.hasTouch
      ? [session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })]
      : []),
    ...(spec.emulation?.isCspBypassed === true ||
    (spec.injectCss !== undefined && loadsResources(spec.injectCss))
      ? [session.send('Page.setBypassCSP', { enabled: true })]
      : []),
    ...(spec.isBackgroundOmitted === true
      ? [session.send('Emulation.setDefaultBackgroundColorOverride', { color: transparent })]
      : []),
    ...offerSignal(session, spec),
    ...emulateMachine(session, spec.emulation),
    // Before `emulateFrame` wraps the timers, because those of this script do not belong to the page.
    ...(spec.isJavaScriptDisabled ? [] : [...watchTasks(session), hideReports(session)]),
    ...emulateFrame(session, input),
  ];
}

/** Sends the settings that a frame with a separate process also needs. */
export function emulateFrame(session: CdpSession, input: EmulationInput): Promise<unknown>[] {
  const { spec, clockKind } = input;
  return [
    session.send('Emulation.setUserAgentOverride', identityOf(input)),
    ...emulatePlace(session, spec.emulation, spec.determinism && 'UTC'),
    ...emulatePosition(session, spec),
    ...emulateNetwork(session, spec.emulation),
    ...emulateMedia(session, spec),
    ...(spec.determinism === undefined
      ? []
      : makeFrameDeterministic(session, spec.determinism, clockKind)),
    ...overrideOuterHeight(session, spec),
    ...holdTimers(session, spec),
    ...(spec.isJavaScriptDisabled
      ? [session.send('Emulation.setScriptExecutionDisabled', { value: true })]
      : []),
    ...(spec.areAnimationsDisabled || spec.determinism !== undefined ? [holdFrames(session)] : []),
  ];
}

/** Sends the settings that a worker needs. The override alone does not reach all its values. */
export function emulateWorker(session: CdpSession, input: EmulationInput): Promise<unknown>[] {
  const override = identityOf(input);
  const { userAgent, platform, acceptLanguage } = override;
  const identity = { userAgent, platform, languages: acceptLanguage.split(',') };
  const { expression } = inPageCall(setWorkerIdentity, identity);
  return [
    session.send('Emulation.setUserAgentOverride', override),
    session.send('Runtime.evaluate', { expression }),
    ...emulatePlace(session, input.spec.emulation),
    ...emulateNetwork(session, input.spec.emulation),
    ...(input.spec.determinism === undefined
      ? []
      : makeWorkerDeterministic(session, input.spec.determinism)),
  ];
}

function identityOf({ browser, spec }: EmulationInput): UserAgentOverride {
  return userAgentOverride(browser, spec);
}

/** Changes the viewport of a page that has been opened. */
export async function changeViewport(
  { session, progress, clock }: Pick<CapturePage, 'session' | 'progress' | 'clock'>,
  metrics: ReturnType<typeof deviceMetrics>,
): Promise<void> {
  clock.noteSize(metrics.width * metrics.height * metrics.deviceScaleFactor ** 2);
  await progress.race(session.send('Emulation.setDeviceMetricsOverride', metrics));
}

/**
 * Returns the protocol's device metrics for a viewport. `heightPx` overrides the viewport's own
 * height.
 */
export function deviceMetrics(viewport: CaptureViewport, heightPx = viewport.heightPx) {
  const { widthPx, deviceScaleFactor, isMobile } = viewport;
  const isLandscape = widthPx > viewport.heightPx;
  return {
    width: widthPx,
    height: heightPx,
    deviceScaleFactor,
    mobile: isMobile,
    screenWidth: widthPx,
    screenHeight: viewport.heightPx,
    ...(isMobile && {
      screenOrientation: isLandscape
        ? ({ type: 'landscapePrimary', angle: 90 } as const)
        : ({ type: 'portraitPrimary', angle: 0 } as const),
    }),
  };
}
