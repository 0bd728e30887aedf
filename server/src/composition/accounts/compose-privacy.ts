import type { FeatureModule } from '../compose-accounts.ts';
import { composeAccountDeletion } from './compose-account-deletion.ts';
import { composeAccountExport } from './compose-account-export.ts';

/** Builds the export and the deletion of accounts. */
export function composePrivacy(
  input: Parameters<typeof composeAccountDeletion>[0] & Parameters<typeof composeAccountExport>[0],
): FeatureModule[] {
  return [composeAccountDeletion(input), composeAccountExport(input)];
}
