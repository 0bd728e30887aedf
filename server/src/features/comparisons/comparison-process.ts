import { serveImageWork } from '../../shared/image-process.ts';
import { compareImages } from './compare-images.ts';

// `run-comparison.ts` starts this file as a process of its own.
serveImageWork({ work: compareImages });
