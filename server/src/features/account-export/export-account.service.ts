import { hasRight, type MemberRole } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import type { Clock } from '../../lib/clock.ts';
import { notFound } from '../../shared/app-error.ts';
import type { zipStream, ZipTextEntry } from '../files/zip-stream.ts';
import {
  actionCsvHead,
  actionCsvLine,
  captureCsvHead,
  captureCsvLine,
  readmeOf,
} from './export.present.ts';
import {
  findExportedAccount,
  listExportedActions,
  listExportedCaptures,
  listExportedKeys,
  listExportedPasskeys,
  listExportedProjects,
  listExportedSessions,
  listExportedSettings,
  listExportedTickets,
  type ExportedAccount,
  type ExportedRow,
  type ExportOwner,
  type PageOf,
} from './export.store.ts';

/** Dependencies of the export of an account. */
export interface ExportDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly productName: string;
  /** False: there is no credit ledger. */
  readonly isBillingOn: boolean;
  readonly zipStream: typeof zipStream;
  /** The credit ledger of an organisation as CSV. */
  exportLedger(organizationId: string): AsyncGenerator<string>;
  /** Rows that one CSV file of captures has at most. */
  readonly rowsPerFile?: number;
}

/**
 * Returns the data of a user and of what their role may see in the organisation, as a zip that is read from the
 * database while it is sent. Throws `not_found`.
 */
export type ExportAccount = (
  owner: ExportOwner & { readonly role: MemberRole },
) => Promise<AsyncIterable<Buffer>>;

const pageSize = 1_000;
// Far below the 4 GiB that a text of a zip may have, with URLs and options of the greatest length.
const captureRowsPerFile = 100_000;
/** Byte order mark, by which spreadsheets recognise UTF-8. */
const byteOrderMark = '\ufeff';

/** Creates an {@link ExportAccount}. */
export function createExportAccount(deps: ExportDependencies): ExportAccount {
  return async (owner) => {
    const account = await findExportedAccount(deps.db, owner);
    if (!account) throw notFound('not_found', 'This account no longer exists.');
    return deps.zipStream(entriesOf(deps, { ...owner, account }));
  };
}

interface ExportInput extends ExportOwner {
  readonly role: MemberRole;
  readonly account: ExportedAccount;
}

interface ExportedFile {
  readonly path: string;
  /** Sentence part about the file, in the README. */
  readonly content: string;
  pieces(): AsyncIterable<string>;
}

async function* entriesOf(
  deps: ExportDependencies,
  input: ExportInput,
): AsyncGenerator<ZipTextEntry> {
  const createdAt = deps.clock.now();
  const files = filesOf(deps, input);
  const captures = { path: 'captures.csv', content: capturesText(deps) };
  const readme = readmeOf({
    productName: deps.productName,
    createdAt,
    files: [...files, captures],
  });
  yield { path: 'README.txt', pieces: textOf(readme), modifiedAt: createdAt };
  for (const { path, pieces } of files) yield { path, pieces: pieces(), modifiedAt: createdAt };
  yield* captureFiles(deps, input, createdAt);
}

function capturesText({ rowsPerFile = captureRowsPerFile }: ExportDependencies): string {
  return `captures of the organisation with their options, newest first; further files have ${rowsPerFile} each`;
}

function filesOf(
  { db, isBillingOn, exportLedger }: ExportDependencies,
  input: ExportInput,
): ExportedFile[] {
  const { account, organizationId, role } = input;
  return [
    jsonFile('profile.json', 'your name, email and role', async () => [account.profile]),
    jsonFile('organisations.json', 'your organisation', async () => [account.organization]),
    jsonFile('sessions.json', 'devices that were signed in', () => listExportedSessions(db, input)),
    jsonFile('passkeys.json', 'names of your passkeys', () => listExportedPasskeys(db, input)),
    {
      path: 'actions.csv',
      content: 'your actions in the audit log',
      pieces: () =>
        csvOf(actionCsvHead, actionCsvLine, (page) =>
          listExportedActions(db, { ...input, ...page }),
        ),
    },
    {
      path: 'tickets.json',
      content: 'your tickets with their messages',
      pieces: () => jsonPagesOf((page) => listExportedTickets(db, { ...input, ...page })),
    },
    jsonFile('projects.json', 'projects', () => listExportedProjects(db, input)),
    jsonFile('saved-settings.json', 'saved settings', () => listExportedSettings(db, input)),
    ...(hasRight(role, 'integrate')
      ? [jsonFile('keys.json', 'names and use of API keys', () => listExportedKeys(db, input))]
      : []),
    ...(isBillingOn && hasRight(role, 'billing')
      ? [
          {
            path: 'ledger.csv',
            content: 'the credit ledger',
            pieces: () => exportLedger(organizationId),
          },
        ]
      : []),
  ];
}

/** The captures, in as many files as they need; the first one may be empty. */
async function* captureFiles(
  { db, rowsPerFile = captureRowsPerFile }: ExportDependencies,
  owner: ExportOwner,
  modifiedAt: Date,
): AsyncGenerator<ZipTextEntry> {
  let after: string | undefined;
  let isLast = false;
  async function* pieces(): AsyncGenerator<string> {
    yield byteOrderMark + captureCsvHead;
    for (let left = rowsPerFile; left > 0 && !isLast;) {
      const limit = Math.min(pageSize, left);
      const rows = await listExportedCaptures(db, { ...owner, after, limit });
      yield rows.map(captureCsvLine).join('');
      after = rows.at(-1)?.id ?? after;
      isLast = rows.length < limit;
      left -= limit;
    }
  }
  for (let file = 1; !isLast; file += 1) {
    const path = file === 1 ? 'captures.csv' : `captures-${file}.csv`;
    yield { path, pieces: pieces(), modifiedAt };
  }
}

function jsonFile(
  path: string,
  content: string,
  list: () => Promise<readonly ExportedRow[]>,
): ExportedFile {
  return { path, content, pieces: () => jsonOf(list) };
}

async function* textOf(text: string): AsyncGenerator<string> {
  yield text;
}

async function* jsonOf(list: () => Promise<readonly ExportedRow[]>): AsyncGenerator<string> {
  yield `${JSON.stringify(await list(), null, 2)}\n`;
}

async function* jsonPagesOf<Row extends { readonly id: number }>(
  read: (page: PageOf<number>) => Promise<Row[]>,
): AsyncGenerator<string> {
  yield '[';
  let separator = '\n';
  for await (const row of rowsOf<Row>((after) => read({ after: after?.id, limit: pageSize }))) {
    yield `${separator}${JSON.stringify(row, null, 2)}`;
    separator = ',\n';
  }
  yield '\n]\n';
}

async function* csvOf<Row extends { readonly id: string }>(
  head: string,
  line: (row: Row) => string,
  read: (page: PageOf<string>) => Promise<Row[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + head;
  for await (const row of rowsOf<Row>((after) => read({ after: after?.id, limit: pageSize })))
    yield line(row);
}

/** Reads rows page by page until a page is not full. */
async function* rowsOf<Row>(
  read: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    yield* rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1);
  }
}
