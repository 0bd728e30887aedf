import { passkeyLimits } from '@shotwright/contract/paths';

/** Messages of the passkeys in Settings. Source: acceptance SI-15. */
export const passkeyMessages = {
  heading: 'Passkeys',
  lead: 'Sign in with your fingerprint, face or screen lock instead of a password.',
  add: 'Add a passkey',
  list: 'Your passkeys',
  synced: 'Synced',
  added: 'Added',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  separator: ' · ',
  rename: (name: string) => `Rename ${name}`,
  delete: (name: string) => `Delete ${name}`,
  full: `You have ${String(passkeyLimits.perUser)} passkeys, the most that an account can have.`,
  loadFailed: 'Failed to load your passkeys',
  loadFailedHelp: 'Try again, or reload the page.',

  unavailable:
    'Passkeys need an https URL with a host name, which this installation does not have.',
  otherOrigin: (origin: string) => `Passkeys work only at ${origin}.`,
  unsupported: 'This browser does not support passkeys.',

  addTitle: 'Add a passkey',
  addText: 'Your browser then asks where to store it.',
  name: 'Name',
  nameHelp: 'To tell your passkeys apart.',
  nameRequired: 'Name is required',
  defaultName: 'Passkey',
  password: 'Current password',
  continue: 'Continue',
  waiting: 'Waiting for your browser...',
  addedToast: 'Passkey added',
  addedToastText: 'You can now sign in with it. We have sent you an email about it.',
  addFailed: 'Failed to add the passkey',
  exists: 'This device or password manager already has a passkey of your account.',
  browserFailed: 'The browser could not use a passkey. Try again, or use another device.',

  renameTitle: 'Rename passkey',
  renamed: 'Passkey renamed',
  renameFailed: 'Failed to rename the passkey',
  deleted: 'Passkey deleted',
  deletedText: 'Also remove it from your device or password manager.',
  deleteFailed: 'Failed to delete the passkey',
} as const;
