import { exportsPerHour } from '@shotwright/contract';
import { createExportAccount } from '../../features/account-export/export-account.service.ts';
import { exportRoutes } from '../../features/account-export/export.routes.ts';
import { tooManyAttempts } from '../../features/accounts/throttle.errors.ts';
import { countAttempt, type ThrottleRule } from '../../features/accounts/throttle.store.ts';
import { zipStream } from '../../features/files/zip-stream.ts';
import { createUsageService } from '../../features/usage/usage.service.ts';
import { systemClock as clock } from '../../lib/clock.ts';
import type { FeatureModule, ModuleContext } from '../compose-accounts.ts';

const rule: ThrottleRule = {
  freeAttempts: exportsPerHour,
  firstDelaySeconds: 3_600,
  maxDelaySeconds: 3_600,
  forgetAfterSeconds: 3_600,
};

/** Builds the export of accounts. */
export function composeAccountExport({
  config: { billing: isBillingOn, productName },
  data: { db },
}: Pick<ModuleContext, 'config' | 'data'>): FeatureModule {
  const { exportLedger } = createUsageService({ db, isBillingOn });
  return {
    routes: exportRoutes({
      exportAccount: createExportAccount({
        db,
        clock,
        productName,
        isBillingOn,
        zipStream,
        exportLedger,
      }),
      clock,
      countExport: async (userId) => {
        const seconds = await countAttempt(db, { key: `export:${userId}`, rule });
        if (seconds > 0) throw tooManyAttempts(seconds);
      },
    }),
    handlers: [],
    schedules: [],
  };
}
