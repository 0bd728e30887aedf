import { compareImages, type ImagePair } from './compare-images.ts';

// `run-comparison.ts` starts this file as a process of its own: it can be killed at any moment, and
// its memory is free afterwards. It ends with its parent.
process.once('disconnect', () => process.exit());
process.once('message', (pair: ImagePair) => {
  compareImages(pair)
    .then((difference) => process.send?.(difference, () => process.disconnect()))
    .catch((error: unknown) => {
      process.stderr.write(String(error));
      process.exit(1);
    });
});
