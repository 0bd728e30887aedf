import type { ImportAction, NameConflictRule } from '@shotwright/contract/paths';

/** Messages about files of saved settings. Source: acceptance SS-11. */
export const settingsFileMessages = {
  import: 'Import',
  exportAll: 'Export all',
  exportOne: 'Export as JSON',
  exporting: 'Exporting…',
  exportFailed: 'Failed to export settings',
  exportName: 'shotwright-settings.json',
  id: (id: number) => `ID ${String(id)}`,
  copyId: 'Copy ID',
  idCopied: 'ID copied',
  idCopiedText: 'Send it as setting_id with a capture.',
  idCopyFailed: 'Failed to copy the ID',

  title: 'Import settings',
  lead: 'A file has no secrets: add them to the settings after the import.',
  file: 'File',
  fileHelp: 'Paste the JSON of an exported file, choose the file, or drop it anywhere.',
  placeholder: '{ "format": "shotwright-settings", … }',
  chooseFile: 'Choose a JSON file',
  loaded: (name: string) => `${name} loaded`,
  fileTooLarge: (limit: string) => `The file must be at most ${limit}.`,
  fileUnreadable: 'The file is not text. Choose the JSON file of an export.',
  notJson: (reason: string) => `This is not valid JSON: ${reason}`,
  notJsonFallback: 'it is malformed',
  conflict: 'If a name exists',
  conflicts: {
    keep_both: 'Keep both',
    replace: 'Replace',
    skip: 'Skip',
  } as const satisfies Record<NameConflictRule, string>,
  preview: 'What will happen',
  checking: 'Checking the file…',
  actions: {
    create: 'New',
    replace: 'Replaces',
    skip: 'Skipped',
  } as const satisfies Record<ImportAction, string>,
  storedAs: (name: string) => `as ${name}`,
  missingProject: (name: string) => `No project is named ${name}, so it belongs to none.`,
  missingOptions: (names: string) => `Without ${names}, which the file does not have.`,
  problems: 'The file cannot be imported',
  moreProblems: (count: string) => `And ${count} more.`,
  submit: (count: number) =>
    count === 0 ? 'Import' : `Import ${String(count)} ${count === 1 ? 'setting' : 'settings'}`,
  imported: (count: number) =>
    count === 1 ? '1 setting imported' : `${String(count)} settings imported`,
  importFailed: 'Failed to import settings',
} as const;
