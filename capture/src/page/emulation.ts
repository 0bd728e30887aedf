import type { CdpSession } from '../browser/browser.ts';
import type { CaptureSpec, CaptureViewport } from '../capture-spec.ts';
import { holdFrames } from './screenshot/freeze-page.ts';
import { userAgentOverride } from './user-agent.ts';
import { overrideOuterHeight } from './window.ts';

const transparent = { r: 0, g: 0, b: 0, a: 0 } as const;

/**
 * Sends all settings that a page needs before its first byte; the caller resumes the page
 * afterwards.
 */
export function emulatePage(session: CdpSession, spec: CaptureSpec): Promise<unknown>[] {
  const { viewport } = spec;
  return [
    session.send('Page.enable'),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
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
    ...(spec.isBackgroundOmitted === true
      ? [session.send('Emulation.setDefaultBackgroundColorOverride', { color: transparent })]
      : []),
    ...(spec.injectCss === undefined ? [] : [session.send('Page.setBypassCSP', { enabled: true })]),
    ...emulateFrame(session, spec),
  ];
}

/** Sends the settings that a frame with a separate process also needs. */
export function emulateFrame(session: CdpSession, spec: CaptureSpec): Promise<unknown>[] {
  return [
    ...emulateWorker(session, spec),
    ...overrideOuterHeight(session, spec),
    ...(spec.isJavaScriptDisabled
      ? [session.send('Emulation.setScriptExecutionDisabled', { value: true })]
      : []),
    ...(spec.areAnimationsDisabled
      ? [
          session.send('Emulation.setEmulatedMedia', {
            features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
          }),
          holdFrames(session),
        ]
      : []),
  ];
}

/** Sends the settings that a worker needs. */
export function emulateWorker(session: CdpSession, spec: CaptureSpec): Promise<unknown>[] {
  const { userAgent } = spec.viewport;
  if (userAgent === undefined) return [];
  return [session.send('Emulation.setUserAgentOverride', userAgentOverride(userAgent))];
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
