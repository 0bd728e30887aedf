import type { Database } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { fileNotFound, type FileContent, type ReadContent } from './file-content.ts';
import { ensurePublicLink, findPublicFile, removePublicLink } from './public-links.store.ts';
import type { SignedLinks } from '../../shared/signed-links.ts';

/** Public links to images. Each call throws `file_not_found` if there is no such image. */
export interface PublicLinksService {
  /**
   * Makes a capture's image public. Returns the URL, which is the same until the link is closed.
   */
  open(input: { organizationId: string; screenshotId: string }): Promise<string>;
  /** Revokes the link permanently: a later link has a different URL. */
  close(input: { organizationId: string; screenshotId: string }): Promise<void>;
  /** Reads the image of a link whose signature was already verified. */
  read(linkId: string): Promise<FileContent>;
}

/** Creates a {@link PublicLinksService} that stores links in the database. */
export function createPublicLinksService(deps: {
  readonly db: Database;
  readonly publicLinks: SignedLinks;
  readonly readContent: ReadContent;
}): PublicLinksService {
  const { db, publicLinks, readContent } = deps;
  return {
    open: async (input) => {
      const link = await ensurePublicLink(db, { ...input, linkId: newId() });
      if (!link) throw fileNotFound();
      return publicLinks.urlOf(link);
    },
    close: async (input) => {
      if (!(await removePublicLink(db, input))) throw fileNotFound();
    },
    read: async (linkId) => readContent(await findPublicFile(db, linkId)),
  };
}
