import { statfsSync } from 'node:fs';

/** Below this Chromium's shared memory overflows and pages crash. */
const minSharedMemoryBytes = 512 * 1024 * 1024;

/** Speaks to nobody but the proxy of each capture's own browser context. */
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
  // The browser resolves nothing itself: names and addresses are the egress proxy's business, and that one is dialled as it stands.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // A context without a proxy of its own reaches nothing: port 9 discards.
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
  // Large pictures come out with white tiles under the default budget (measured above 115 megapixels).
  '--force-gpu-mem-available-mb=4096',
  // How soon the browser tells that a document has nothing under way; its own half second is a long time here.
  '--network-quiet-timeout=0.02',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

const quietFlags = [
  // A popup is never drawn, and while it is held at its start its opener is shown greyed out as "paused".
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

/** The command line of a capturing browser, controlled over file descriptors 3 and 4. */
export function browserFlags(profile: string, sandbox: 'on' | 'off'): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe=cbor',
    `--user-data-dir=${profile}`,
    ...networkFlags,
    `--disable-features=${disabledFeatures.join(',')}`,
    ...renderingFlags,
    ...quietFlags,
    ...(hasRoomySharedMemory() ? [] : ['--disable-dev-shm-usage']),
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
