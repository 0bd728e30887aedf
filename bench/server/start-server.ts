import type { Target } from '../target.ts';
import type { Api } from './api.ts';
import { createApi } from './api.ts';
import { prepareServer } from './server-process.ts';

const credits = 1_000_000;

/**
 * Our server as a target, with one customer per client so that no limit per customer is measured.
 */
export interface ServerTarget extends Target {
  /** The API as the first customer. */
  readonly api: Api;
}

/**
 * Starts our server as a real process (`node server/src/main.ts`) on a temporary data directory.
 */
export async function startServer(workers: number): Promise<ServerTarget> {
  const server = await prepareServer();
  const close = async () => {
    try {
      await server.stop();
    } finally {
      server.remove();
    }
  };
  try {
    await server.start();
    const apis: Api[] = [];
    for (let i = 0; i < workers; i++) {
      const { key } = await server.createCustomer(`worker-${i}`, credits);
      apis.push(createApi(server.origin, key));
    }
    const apiOf = (worker: number): Api => {
      const api = apis[worker];
      if (api === undefined) throw new Error(`no customer for client ${worker}`);
      return api;
    };
    return {
      name: 'ours',
      rootPids: [server.pid()],
      api: apiOf(0),
      capture: (job, worker) => apiOf(worker).capture(job),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
