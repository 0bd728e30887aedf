import type { CaptureResult } from '@shotwright/capture';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertOrganization } from '../../../../test/factories.ts';
import { failureOf, openTestScreenshots, requestOf } from '../../../../test/screenshots.ts';

type Fixture = Awaited<ReturnType<typeof openTestScreenshots>>;
let fixture: Fixture;
let organizationId: string;
beforeAll(async () => {
  fixture = await openTestScreenshots();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  ({ id: organizationId } = await insertOrganization(fixture.db, { credits: 10 }));
});

const fault = failureOf('page_too_large');
const killed: CaptureResult = fault.ok ? fault : { ...fault, killedFor: 'memory' };
const capture = async (): Promise<void> => {
  const { id } = await fixture.requestScreenshot(requestOf(organizationId));
  await fixture.run({ id, data: { organizationId }, retryCount: 0 });
};
const slotsAfter = async (result: CaptureResult): Promise<number | undefined> => {
  fixture.engine.capture = async () => result;
  await capture();
  return fixture.offenders.limitOf(organizationId);
};

test('killed captures reduce the slots of their organisation, other failures do not', async () => {
  expect([await slotsAfter(fault), await slotsAfter(fault), await slotsAfter(fault)]).toEqual(
    Array(3).fill(undefined),
  );
  expect([await slotsAfter(killed), await slotsAfter(killed)]).toEqual([undefined, undefined]);
  expect(await slotsAfter(killed)).toBe(1);
});

test('after a killed capture the next ones of its organisation have a low CPU priority', async () => {
  const seen: unknown[] = [];
  fixture.engine.capture = async (_spec, { hasLowCpuPriority }) => {
    seen.push(hasLowCpuPriority?.());
    return killed;
  };
  await capture();
  await capture();
  expect(seen).toEqual([false, true]);
});
