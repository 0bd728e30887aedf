// `npm run bench`: compares our server's speed with that of the bare protocol and checks its
// behaviour under faults.
import './measure/collect-rarely.ts';
import { measureAccounts } from './modes/accounts.ts';
import { measureBacklog } from './modes/backlog.ts';
import { sendBadInput } from './modes/bad-input.ts';
import { measureBlocking } from './modes/blocking.ts';
import { compare } from './modes/compare.ts';
import { measureControlPlane } from './modes/control-plane.ts';
import { measureFairness } from './modes/fairness.ts';
import { injectFaults } from './modes/faults.ts';
import { listFiles } from './modes/files.ts';
import { tryHazards } from './modes/hazards.ts';
import { withHostileWebhooks } from './modes/hostile-webhooks.ts';
import { measureLinks } from './modes/links.ts';
import { besideHostileCaptures } from './modes/neighbours.ts';
import { injectOutages } from './modes/outages.ts';
import { measureRecovery } from './modes/recovery.ts';
import { soak } from './modes/soak.ts';
import { withWebhooks } from './modes/webhooks.ts';
import { readOptions, usage } from './options.ts';
import { compareMotion } from './truth/compare-motion.ts';
import { compareTruth } from './truth/compare-truth.ts';

// Exiting through `exit` stops the server as well.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

if (process.argv.includes('--help')) {
  process.stdout.write(`${usage}\n`);
} else {
  const options = readOptions(process.argv.slice(2));
  const modes = {
    compare,
    soak,
    faults: injectFaults,
    hazards: tryHazards,
    files: listFiles,
    accounts: measureAccounts,
    links: measureLinks,
    webhooks: withWebhooks,
    'hostile-webhooks': withHostileWebhooks,
    'bad-input': sendBadInput,
    fairness: measureFairness,
    backlog: measureBacklog,
    recovery: measureRecovery,
    outages: injectOutages,
    neighbours: besideHostileCaptures,
    'control-plane': measureControlPlane,
    blocking: measureBlocking,
    truth: compareTruth,
    motion: compareMotion,
  };
  process.exitCode = await modes[options.mode](options);
}
