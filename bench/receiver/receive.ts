// Webhook receiver in a separate process. Sends its port to the parent and, on request, the number
// of messages received. Exits with its parent.
import { createServer } from 'node:http';

const taken = new Set<string>();
const server = createServer((req, res) => {
  req.resume();
  req.once('end', () => {
    taken.add(String(req.headers['webhook-id']));
    res.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.on('message', () => process.send?.({ count: taken.size }));
process.once('disconnect', () => process.exit(0));
