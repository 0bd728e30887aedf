import type { CdpSession } from '../browser/browser.ts';
import type { CaptureEmulation, EmulatedNetwork } from '../capture-emulation.ts';

interface NetworkConditions {
  /** Unit: ms. */
  readonly latency: number;
  /** Unit: bytes per second. */
  readonly downloadThroughput: number;
  readonly uploadThroughput: number;
}

/** Source: presets of the DevTools, front_end/core/sdk/NetworkManager.ts. */
const networks: Readonly<Record<EmulatedNetwork, NetworkConditions>> = {
  slow_3g: {
    latency: 2_000,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  },
  fast_3g: {
    latency: 562.5,
    downloadThroughput: 180_000,
    uploadThroughput: 84_375,
  },
  '4g': {
    latency: 165,
    downloadThroughput: 1_012_500,
    uploadThroughput: 168_750,
  },
};

/** Sends the network of a page, a frame or a worker, whose requests must be reported. */
export function emulateNetwork(
  session: CdpSession,
  { network }: CaptureEmulation = {},
): Promise<unknown>[] {
  if (network === undefined) return [];
  const conditions = { offline: false, ...networks[network] };
  return [session.send('Network.emulateNetworkConditions', conditions)];
}

/** Sends the speed of the processor, and if a page accepts every certificate. */
export function emulateMachine(
  session: CdpSession,
  { cpuSlowdown: rate, areTlsErrorsIgnored: ignore }: CaptureEmulation = {},
): Promise<unknown>[] {
  return [
    ...(rate === undefined ? [] : [session.send('Emulation.setCPUThrottlingRate', { rate })]),
    ...(ignore === true ? [session.send('Security.setIgnoreCertificateErrors', { ignore })] : []),
  ];
}
