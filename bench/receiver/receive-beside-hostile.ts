// Webhook receiver that records the latency of each event, and ports that accept requests and never
// respond, in a separate process. Sends its ports to the parent and, on request, the recorded
// arrivals. Exits with its parent.
import { createServer, type Server } from 'node:http';

const hostilePorts = Number(process.argv[2] ?? 20);
const latenessMs = new Map<string, number>();
let hostileRequests = 0;

const good = createServer((req, res) => {
  const arrivedAt = Date.now();
  let body = '';
  req.setEncoding('utf8');
  req.on('data', (chunk: string) => {
    body += chunk;
  });
  req.once('end', () => {
    res.writeHead(204).end();
    const id = String(req.headers['webhook-id']);
    const event: unknown = JSON.parse(body);
    const committedAt = Date.parse(String(Object(event).timestamp));
    if (!latenessMs.has(id)) latenessMs.set(id, arrivedAt - committedAt);
  });
});

function neverResponding(): Server {
  const server = createServer((req) => {
    hostileRequests += 1;
    req.resume();
  });
  server.requestTimeout = 0;
  return server;
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const hostile = Array.from({ length: hostilePorts }, neverResponding);
process.send?.({ good: await portOf(good), hostile: await Promise.all(hostile.map(portOf)) });
process.on('message', () =>
  process.send?.({ latenessMs: [...latenessMs.values()], hostileRequests }),
);
process.once('disconnect', () => process.exit(0));
