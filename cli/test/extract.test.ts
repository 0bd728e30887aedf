import { expect, test } from 'vitest';
import { serve } from '../../sdk/test/http.ts';
import { runCommand } from './run.ts';

test.each([
  ['is lost', 'cut', 'failed before the content was complete. (connection_failed)'],
  ['does not arrive', 'silent', 'within 1 s. (deadline_exceeded)'],
])('[DX-10] content of a page that %s is an error of the server', async (_, end, message) => {
  const server = await serve((req, res) => {
    if (req.url === '/silent') return;
    if (req.url === '/cut') {
      res.write('# Pri', () => res.destroy());
      return;
    }
    const extracts = { markdown: { url: `http://${req.headers.host}/${end}` } };
    const screenshot = { id: 'id', extracts };
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ data: { requestId: 'id', screenshot } }));
  });
  const args = ['extract', 'https://example.com', '--server', server, '--deadline', '1'];
  const { code, stderr } = await runCommand(args, { env: { SHOTWRIGHT_API_KEY: 'sk_secret' } });
  expect([code, stderr]).toEqual([5, expect.stringContaining(message)]);
});
