import { expect } from 'vitest';
import type { TestApp, TestSession } from './app.ts';
import { readJson } from './screenshots-app.ts';

/** An endpoint of the dashboard's API with the requests that it must reject. */
export interface ErrorRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** A body that would be accepted. */
  readonly body?: unknown;
  /** Bodies that are rejected, each with the field that the error names. */
  readonly invalid?: ReadonlyArray<readonly [body: unknown, field: string]>;
  /**
   * Requests of the same endpoint for resources that do not exist or belong to another
   * organisation.
   */
  readonly missing?: ReadonlyArray<{ readonly path: string; readonly body?: unknown }>;
  readonly missingCode?: string;
  /** Code of a request without credentials; `session_expired` unless keys are accepted, too. */
  readonly anonymousCode?: string;
}

/**
 * Checks the errors common to all endpoints of the dashboard's API: no session, invalid fields,
 * absent and foreign resources.
 */
export async function expectErrors(
  app: TestApp,
  person: TestSession,
  row: ErrorRow,
): Promise<void> {
  await expectSessionRequired(app, row);
  for (const [body, field] of row.invalid ?? []) {
    const res = await person.call(row.method, row.path, body);
    expect({ httpStatus: res.status, ...(await readJson(res)) }).toMatchObject({
      httpStatus: 400,
      status: 'error',
      code: 'validation_failed',
      details: {
        fields: expect.arrayContaining([expect.objectContaining({ path: field })]) as unknown,
      },
    });
  }
  const errors = [];
  for (const { path, body } of row.missing ?? []) {
    const res = await person.call(row.method, path, body);
    const { requestId, ...error } = await readJson(res);
    expect({ httpStatus: res.status, code: error.code }).toEqual({
      httpStatus: 404,
      code: row.missingCode,
    });
    expect(requestId).toMatch(/./);
    errors.push(error);
  }
  // A foreign resource is indistinguishable from an absent one.
  for (const error of errors) expect(error).toEqual(errors[0]);
}

async function expectSessionRequired(
  app: TestApp,
  { method, path, body, anonymousCode = 'session_expired' }: ErrorRow,
): Promise<void> {
  const res = await app.request(`/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect({ httpStatus: res.status, code: (await readJson(res)).code }).toEqual({
    httpStatus: 401,
    code: anonymousCode,
  });
}
