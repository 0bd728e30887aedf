import { accountEndpoints } from '@shotwright/contract';
import { expect, test } from 'vitest';
import { organizationId, startHttpServer } from '../../../test/http-server.ts';
import { route } from '../route.ts';

const user = {
  id: '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42',
  organizationId,
  email: 'a@b.c',
  firstName: 'A',
  lastName: 'B',
  provider: 'EMAIL',
} as const;

test('[AU-13] signing in over HTTP to an HTTPS service states why the session cannot last', async () => {
  const overHttps = await startHttpServer({
    routes: [route(accountEndpoints.login, async () => ({ data: { user } }))],
    publicUrl: 'https://shots.example.com',
  });
  const signIn = (origin: string) =>
    overHttps.request('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ email: 'a@example.com', password: 'secret 12' }),
    });
  try {
    const rejected = await signIn('http://192.168.1.20:3000');
    expect([rejected.status, await rejected.json()]).toEqual([
      403,
      expect.objectContaining({
        message:
          'Browsers store the session cookie of this service only over https. Open https://shots.example.com, or set PUBLIC_URL to an http URL.',
      }),
    ]);
    expect((await signIn('https://shots.example.com')).status).toBe(200);
    expect((await signIn(overHttps.url)).status).toBe(200);
  } finally {
    await overHttps.close();
  }
});
