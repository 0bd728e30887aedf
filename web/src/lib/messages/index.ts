export * from './accounts.ts';
export * from './api-keys.ts';
export * from './common.ts';
export * from './files.ts';
export * from './overview.ts';
export * from './saved-settings.ts';
export * from './shell.ts';
export * from './webhooks.ts';
