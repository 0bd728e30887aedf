import { serveImageWork } from '../../../shared/image-process.ts';
import { annotateImage } from './annotate-image.ts';

// `run-annotation.ts` starts this file as a process of its own. It imports only the half of the contract
// without schemas, so that it starts sooner.
serveImageWork({ work: annotateImage });
