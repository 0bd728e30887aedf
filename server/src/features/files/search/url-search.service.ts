import type { VerdictKind } from '@shotwright/contract';
import type { Database } from '../../../db/transaction.ts';
import type { FileSearch } from './file-search.queries.ts';
import type { SearchWord } from './file-search.rules.ts';
import { findFiles, type FoundFiles } from './file-search.store.ts';

/** Filter of an organisation's captures by a part of their URL. Members that are undefined do not filter. */
export interface UrlFilter {
  readonly organizationId: string;
  /** True: captures of test mode; false: live ones. */
  readonly isTest: boolean;
  /** Part of the URL; case is ignored. */
  readonly url: string;
  readonly projectId?: number | undefined;
  readonly status?: 'COMPLETE' | 'FAILED' | undefined;
  /** One of these kinds. */
  readonly verdict?: readonly VerdictKind[] | undefined;
  /** Tags of which a capture has all. */
  readonly tags?: readonly string[] | undefined;
}

/** Returns the ids of the newest `count` captures that match a filter, and whether there are more. */
export type FindByUrl = (filter: UrlFilter, count: number) => Promise<FoundFiles>;

/** Creates a search by URL that reads the texts of the file search. */
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
