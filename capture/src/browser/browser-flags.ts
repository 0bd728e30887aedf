import { statfsSync } from 'node:fs';
import type { Isolation } from './isolation/isolated-command.ts';

/** With less shared memory than this, Chromium runs out of it and pages crash. */
const minSharedMemoryBytes = 512 * 1024 * 1024;

/** Restricts the browser's network access to the proxy of each capture's browser context. */
const networkFlags = [
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--no-pings',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-extensions',
  '--metrics-recording-only',
  // The browser resolves no names itself: the egress proxy does, and the browser connects to the
  // proxy by IP.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // A context without its own proxy reaches nothing: port 9 discards.
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
];

const disabledFeatures = [
  'AcceptCHFrame',
  'AutofillServerCommunication',
  'BackForwardCache',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'Translate',
];

const renderingFlags = [
  '--disable-gpu',
  '--hide-scrollbars',
  '--mute-audio',
  '--force-color-profile=srgb',
  // Under the default budget, large images contain white tiles (measured above 115 megapixels).
  '--force-gpu-mem-available-mb=4096',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // With begin frame control, a frame is rendered only after every stage has run for it, and with all
  // its images decoded. Ordinary targets, whose frames the browser schedules, do not hang with it.
  '--run-all-compositor-stages-before-draw',
  '--disable-checker-imaging',
  // With begin frame control, a transition that ends on the compositor leaves a frame unanswered.
  '--disable-threaded-animation',
];

/**
 * A mouse that hovers and points exactly, as at a desk: headless Chromium has no input device. Values of
 * Blink's `HoverType` and `PointerType`. Touch emulation replaces them for its page.
 */
const inputFlags = [
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];

const quietFlags = [
  // Popups are never rendered, and while a popup is paused at its start, its opener is greyed out
  // as "paused".
  '--block-new-web-contents',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--deny-permission-prompts',
  '--password-store=basic',
  '--use-mock-keychain',
  '--no-service-autorun',
];

/** Variable parts of the command line. */
interface FlagsInput {
  /** Path of the profile directory. */
  readonly profile: string;
  readonly sandbox: 'on' | 'off';
  readonly isolation: Isolation;
  /** Flags of the browser's identity. */
  readonly identity: readonly string[];
}

/**
 * Returns the command line of a capturing browser, which is controlled over file descriptors 3 and
 * 4.
 */
export function browserFlags({ profile, sandbox, isolation, identity }: FlagsInput): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe=cbor',
    `--user-data-dir=${profile}`,
    ...networkFlags,
    `--disable-features=${disabledFeatures.join(',')}`,
    ...renderingFlags,
    ...inputFlags,
    ...quietFlags,
    ...identity,
    ...(isolation !== 'off' || hasRoomySharedMemory() ? [] : ['--disable-dev-shm-usage']),
    ...(sandbox === 'off' ? ['--no-sandbox'] : []),
  ];
}

function hasRoomySharedMemory(): boolean {
  try {
    const { bsize, blocks } = statfsSync('/dev/shm');
    return bsize * blocks >= minSharedMemoryBytes;
  } catch {
    return false;
  }
}
