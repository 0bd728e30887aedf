import type { Database } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { missingFile, type FileContent, type ReadContent } from './file-content.ts';
import { ensurePublicLink, findPublicFile, removePublicLink } from './public-links.store.ts';
import type { PublicLinks } from './public-links.ts';

/** Pictures that whoever has the address may see. Each call throws `file_not_found` where there is none. */
export interface PublicLinksService {
  /** Makes a capture's picture public; answers the address, the same one while it holds. */
  open(input: { organizationId: string; screenshotId: string }): Promise<string>;
  /** Ends that for ever: the next address is another one. */
  close(input: { organizationId: string; screenshotId: string }): Promise<void>;
  /** Behind an address whose signature was checked already. */
  read(linkId: string): Promise<FileContent>;
}

/** See {@link PublicLinksService}. */
export function createPublicLinksService(deps: {
  readonly db: Database;
  readonly publicLinks: PublicLinks;
  readonly readContent: ReadContent;
}): PublicLinksService {
  const { db, publicLinks, readContent } = deps;
  return {
    open: async (input) => {
      const link = await ensurePublicLink(db, { ...input, linkId: newId() });
      if (!link) throw missingFile();
      return publicLinks.addressOf(link);
    },
    close: async (input) => {
      if (!(await removePublicLink(db, input))) throw missingFile();
    },
    read: async (linkId) => readContent(await findPublicFile(db, linkId)),
  };
}
