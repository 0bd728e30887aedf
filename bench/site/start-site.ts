import { fork } from 'node:child_process';
import { join } from 'node:path';

/** The running fixture site. */
export interface FixtureSite {
  /** Example: `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** CPU time that the site has used. */
  cpuSeconds(): Promise<number>;
  close(): void;
}

/** Starts the fixture site in a separate process. Rejects if it exits before it listens. */
export async function startSite(): Promise<FixtureSite> {
  const child = fork(join(import.meta.dirname, 'serve.ts'));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`the fixture site ended with ${code}`)));
  });
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    cpuSeconds: async () => {
      const response = await fetch(`${origin}/cpu`);
      const body: unknown = await response.json();
      return Number(Object(body).cpuSeconds);
    },
    close: () => child.disconnect(),
  };
}
