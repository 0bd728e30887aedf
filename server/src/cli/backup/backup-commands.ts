import type { Command } from 'commander';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Output } from '../admin-context.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

/** Dependencies of the backup commands. */
export interface BackupCommandsOptions {
  readonly environment: () => { readonly config: Config; readonly logger: Logger };
  readonly print: (line: string) => void;
  readonly stopSignal: () => AbortSignal;
}

/** Adds `backup` and `restore`. */
export function addBackupCommands(program: Command, options: BackupCommandsOptions): void {
  addBackup(program, options);
  addRestore(program, options);
}

function addBackup(program: Command, options: BackupCommandsOptions): void {
  program
    .command('backup')
    .description('copy the database, files and secret to a folder; the server can keep running')
    .requiredOption('--to <folder>', 'a new or empty folder')
    .option('--without-files', 'omit the stored files')
    .option('--json', 'print one line of JSON')
    .action(async (given: Output & { to: string; withoutFiles?: true }) => {
      const signal = options.stopSignal();
      const withFiles = given.withoutFiles !== true;
      const { to } = given;
      const made = await backUp({ ...options.environment(), to, withFiles, signal });
      const { files } = made;
      const report = {
        to,
        createdAt: made.createdAt,
        tables: made.tables.length,
        rows: rowsOf(made.tables),
        jobs: made.jobs.rows,
        files: files?.count ?? null,
        missingFiles: files?.missing ?? [],
      };
      const missing = report.missingFiles.length;
      const lines = [
        `Backed up ${report.rows} rows, ${report.jobs} open jobs and ${report.files ?? 'no'} files to ${to}. The folder contains the secret: keep it private.`,
        ...(missing === 0
          ? []
          : [
              `${missing} files are missing from the store or damaged. ${to}/manifest.json lists them.`,
            ]),
      ];
      options.print(given.json === true ? JSON.stringify(report) : lines.join('\n'));
    });
}

function addRestore(program: Command, options: BackupCommandsOptions): void {
  program
    .command('restore')
    .description('restore a backup into an empty installation')
    .requiredOption('--from <folder>', 'folder of the backup')
    .option('--json', 'print one line of JSON')
    .action(async (given: Output & { from: string }) => {
      const { from } = given;
      const done = await restore({ ...options.environment(), from });
      const report = {
        from,
        createdAt: done.manifest.createdAt,
        rows: rowsOf(done.manifest.tables),
        files: done.manifest.files?.count ?? null,
        jobs: done.openJobs,
        droppedJobs: done.droppedJobs,
        unknownTables: done.unknownTables,
      };
      const lines = [
        `Restored the backup of ${report.createdAt}: ${report.rows} rows, ${report.jobs} open jobs and ${report.files ?? 'no'} files.`,
        ...(report.droppedJobs === 0
          ? []
          : [
              `${report.droppedJobs} jobs were omitted because this release does not have their job kind.`,
            ]),
        ...(report.unknownTables.length === 0
          ? []
          : [
              `Omitted tables that do not belong to this product: ${report.unknownTables.join(', ')}.`,
            ]),
      ];
      options.print(given.json === true ? JSON.stringify(report) : lines.join('\n'));
    });
}

function rowsOf(tables: readonly { readonly rows: number }[]): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
