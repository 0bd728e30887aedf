import { readFileSync } from 'node:fs';
import type { CaptureViewport } from './capture-spec.ts';

/** A device that can be emulated. Sizes in CSS pixels. Source: Playwright's device registry. */
export interface Device extends CaptureViewport {
  readonly name: string;
  readonly userAgent: string;
}

const devices = readDevices();
const devicesByName = new Map(devices.map((device) => [device.name, device]));

/** Names of all devices, always in the same order, none twice. */
export function deviceNames(): readonly string[] {
  return [...devicesByName.keys()];
}

/** The device of exactly that name; undefined when there is none. */
export function findDevice(name: string): Device | undefined {
  return devicesByName.get(name);
}

/** The file is printed by `capture/scripts/print-devices.ts` and tested, so its shape is trusted. */
function readDevices(): readonly Device[] {
  return JSON.parse(readFileSync(new URL('devices.data.json', import.meta.url), 'utf8'));
}
