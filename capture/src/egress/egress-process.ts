import { inspect } from 'node:util';
import { runInBackground } from '../rejections.ts';
import { createAddressPolicy } from './address-policy.ts';
import type { EgressAnswer, EgressProcessSettings, EgressRequest } from './egress-messages.ts';
import { createEgressRoutes } from './egress-routes.ts';
import { createOwnAddresses } from './own-addresses.ts';

// The gate's own process: started by egress-gate.ts, spoken to over its IPC channel, gone when that closes.

/** Not the browser's: what breaks out of a page must not be able to touch this process. */
const unprivilegedId = 60_901;

// A terminal's interrupt reaches the whole group; the server decides when captures end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));
// It belongs to one connection of one capture; this process serves all captures.
process.on('unhandledRejection', (reason) => {
  process.stderr.write(`egress process: a rejection was not handled: ${inspect(reason)}\n`);
});

const { allowPrivateTargets, ownAddresses }: EgressProcessSettings = JSON.parse(
  process.argv[2] ?? '',
);
const own = createOwnAddresses({ configured: ownAddresses });
const routes = createEgressRoutes(createAddressPolicy(allowPrivateTargets, own));
dropPrivileges();
process.on('message', (request: EgressRequest) => {
  // Whoever asked may be gone by the time there is an answer; this process then ends with `disconnect`.
  const answered = routes
    .answer(request)
    .then((answer: EgressAnswer) => process.send?.(answer, () => undefined));
  runInBackground(answered);
});

/** What parses the network's bytes needs no rights; where the host cannot change users, it keeps them. */
function dropPrivileges(): void {
  if (process.getuid?.() !== 0) return;
  try {
    process.setgroups?.([]);
    process.setgid?.(unprivilegedId);
    process.setuid?.(unprivilegedId);
  } catch {
    // A user namespace without this id.
  }
}
