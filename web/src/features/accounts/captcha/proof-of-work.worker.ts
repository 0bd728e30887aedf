import { unsafeCast } from '../../../lib/unsafe-cast.ts';
import { keyDerivation } from './pbkdf2.ts';
import { solveShare, type WorkShare } from './proof-of-work.ts';

// Undefined on pages that were not loaded over https or from localhost, despite its type.
const { subtle } = unsafeCast<{ subtle?: SubtleCrypto }>(crypto);

self.addEventListener('message', ({ data }: MessageEvent<WorkShare>) => {
  void solveShare(data, keyDerivation(subtle)).then(
    (solution) => self.postMessage({ solution }, { transfer: [] }),
    () => self.postMessage({}, { transfer: [] }),
  );
});
