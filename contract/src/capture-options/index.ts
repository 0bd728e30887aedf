export * from './aliases.ts';
export * from './docs.ts';
export * from './form.ts';
export * from './price.ts';
export * from './request-body.ts';
export * from './row.ts';
export * from './stored-options.ts';
export * from './table.ts';
