import type { CapturedDocument, CapturedExtract } from '../../capture-result.ts';
import type { CapturePage } from '../capture-page.ts';
import { isDocument } from '../output/image-limits.ts';
import { extractDocument, makeExtracts } from './extract.ts';

/** Extracts of one capture. */
export interface Extraction {
  readonly isDone: boolean;
  /** Files of the last run. */
  readonly files: {
    readonly document?: CapturedDocument;
    readonly extracts?: readonly CapturedExtract[];
  };
  /**
   * Makes the extracts of the page. Called before the page is changed for its image, and again if it is
   * captured a second time. Elements to remove are removed first, unless that `isCleaned`.
   */
  run(isCleaned?: boolean): Promise<void>;
}

/**
 * Creates the extraction that the request of a page wants; most want none. `clean` deletes and hides
 * elements before.
 */
export function createExtraction(
  page: CapturePage,
  clean: (isRepeated: boolean) => Promise<void>,
): Extraction {
  const { fileType, extracts: names = [] } = page.spec;
  let files: Extraction['files'] = {};
  let isDone = false;
  return {
    get files() {
      return files;
    },
    get isDone() {
      return isDone;
    },
    async run(isCleaned = false) {
      const documentName = isDocument(fileType) && fileType !== 'pdf' ? fileType : undefined;
      if (names.length === 0 && documentName === undefined) return;
      isDone = true;
      await clean(isCleaned);
      files = {
        ...(documentName && { document: await extractDocument(page, documentName) }),
        ...(names.length > 0 && { extracts: await makeExtracts(page, names) }),
      };
    },
  };
}
