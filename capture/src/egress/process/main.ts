import type { SendHandle } from 'node:child_process';
import { flushCompileCache } from 'node:module';
import { inspect } from 'node:util';
import { runInBackground } from '../../rejections.ts';
import { createAddressPolicy } from '../policy/address-policy.ts';
import type { EgressResponse, EgressProcessSettings, EgressRequest } from './messages.ts';
import { createProxySessions } from './sessions.ts';
import { createOwnAddresses } from '../own-addresses.ts';

// The process of the egress proxy. Started by egress-proxy.ts, controlled over its IPC channel,
// exits when that closes.

/**
 * Differs from the browser's user, so that code that escapes from a page cannot access this
 * process.
 */
const unprivilegedId = 60_901;

// A terminal's interrupt reaches the whole process group, but the server decides when captures end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));
// The error belongs to one connection of one capture, but this process serves all captures.
process.on('unhandledRejection', (reason) => {
  process.stderr.write(`egress process: a rejection was not handled: ${inspect(reason)}\n`);
});

const { allowPrivateTargets, ownAddresses }: EgressProcessSettings = JSON.parse(
  process.argv[2] ?? '',
);
const own = createOwnAddresses({ configured: ownAddresses });
const sessions = createProxySessions(createAddressPolicy(allowPrivateTargets, own));
// Written now, because without its privileges this process cannot write the cache of the next egress process.
flushCompileCache();
dropPrivileges();
process.on('message', (request: EgressRequest, handle?: SendHandle) => {
  // The parent may exit before the response is ready; `disconnect` then ends this process.
  const responded = sessions
    .respond(request, handle)
    .then((response: EgressResponse) => process.send?.(response, () => undefined));
  runInBackground(responded);
});

/**
 * Drops privileges, which are not needed to parse untrusted network data. The process retains them
 * if the host cannot change users.
 */
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
