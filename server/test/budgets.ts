import type { TestApp, TestSession } from './app.ts';
import { readJson } from './screenshots-app.ts';

type Caller = Pick<TestSession, 'call'>;

/** Returns a function that calls `/api/v1` + path as `caller`; the result is the status and the body. */
export const callsOf =
  ({ call }: Caller) =>
  async (method: string, path: string, body?: unknown) => {
    const response = await call(method, path, body);
    return { httpStatus: response.status, ...(await readJson(response)) };
  };

/** URL of the captures of {@link openBudgetAccount}. */
export const url = 'https://example.com/';

/** Creates an owner with 100 credits, a project `Atlas` and an API key of all projects. */
export async function openBudgetAccount(app: TestApp) {
  const person = await app.session();
  const key = await app.apiKey({ of: person });
  const bySession = callsOf(person);
  const byKey = callsOf(key);
  const newProject = async (name: string): Promise<number> =>
    (await bySession('POST', '/projects', { name })).data.project.id;
  const projectId = await newProject('Atlas');
  const budgetPath = `/projects/${projectId}/budget`;
  return {
    person,
    key,
    projectId,
    budgetPath,
    bySession,
    byKey,
    newProject,
    /** Requests a capture of the project for one credit. */
    capture: (options: object = {}) =>
      byKey('POST', '/screenshots', { url, project_id: projectId, ...options }),
    /** Requests captures of the project with one request. */
    captureAll: (paths: readonly string[], options: object = {}) =>
      byKey('POST', '/screenshots/bulk', {
        urls: paths.map((path) => url + path),
        project_id: projectId,
        ...options,
      }),
    setLimit: (monthlyLimit: number | null) => bySession('PUT', budgetPath, { monthlyLimit }),
    /** Returns the credits that count against the limit of the project. */
    usage: async (): Promise<number> => (await bySession('GET', budgetPath)).data.monthlyUsage,
    account: () =>
      app.db
        .selectFrom('credit_accounts')
        .select(['available', 'held'])
        .where('organization_id', '=', person.organizationId)
        .executeTakeFirstOrThrow(),
  };
}
