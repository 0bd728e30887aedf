import type { APIRequestContext, APIResponse } from '@playwright/test';
import { serveReceiver, type Receiver } from './receiver.ts';
import { expect } from './story.ts';

/** A developer's own program: it calls the API, and receives and verifies webhooks. */
export interface Developer extends AsyncDisposable {
  readonly receiver: Receiver;
  capture(key: string, options: object): Promise<APIResponse>;
  /** Verifies the next webhook with the code of the guide; also returns the result for another body. */
  verifyWebhook(secret: string): Promise<{ readonly own: boolean; readonly changed: boolean }>;
}

/** Starts the program of a developer; `request` has no session. */
export async function startDeveloper(request: APIRequestContext): Promise<Developer> {
  const receiver = await serveReceiver();
  return {
    receiver,
    capture: (key, data) =>
      request.post('/api/v1/screenshots', { headers: { 'x-api-key': key }, data }),
    verifyWebhook: async (secret) => {
      const guide = await (await request.get('/docs/webhooks.md')).text();
      const [, code = ''] = /^```js\n(.*?)\n```$/ms.exec(guide) ?? [];
      const own: unknown = await import(
        `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
      );
      const { isGenuine } = own as {
        isGenuine(body: string, headers: object, secret: string): boolean;
      };
      await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
      const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
      return {
        own: isGenuine(body, headers, secret),
        changed: isGenuine(`${body} `, headers, secret),
      };
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}
