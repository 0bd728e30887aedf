import type { VerdictKind } from '@shotwright/contract';
import type { Database } from '../../../db/transaction.ts';
import type { FileSearch } from './file-search.queries.ts';
import type { SearchWord } from './file-search.rules.ts';
import { findFiles, type FoundFiles } from './file-search.store.ts';

/** Filter of an organisation's captures by a part of their URL, in any case; undefined: any. */
export interface UrlFilter {
  readonly organizationId: string;
  /** True: captures of test mode; false: live ones. */
  readonly isTest: boolean;
  readonly url: string;
  readonly projectId?: number | undefined;
  readonly status?: 'COMPLETE' | 'FAILED' | undefined;
  /** One of these kinds. */
  readonly verdict?: readonly VerdictKind[] | undefined;
  /** Every one of these tags. */
  readonly tags?: readonly string[] | undefined;
}

/** Finds the newest `count` captures of a filter. */
export type FindByUrl = (filter: UrlFilter, count: number) => Promise<FoundFiles>;

/** Creates a {@link FindByUrl} that reads the texts of the file search. */
export const createFindByUrl =
  (db: Database): FindByUrl =>
  (filter, count) =>
    findFiles(db, searchOf(filter), count);

function searchOf({ url, projectId, status, verdict, tags = [], ...scope }: UrlFilter): FileSearch {
  const urlPart: SearchWord = {
    text: url.toLowerCase(),
    projectIds: [],
    statuses: [],
    verdicts: [],
    ids: null,
  };
  return { ...scope, words: [urlPart], urlPart, source: 'URL', projectId, status, verdict, tags };
}
