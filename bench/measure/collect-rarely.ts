// Sets the server's garbage collection flags, so that every process of a comparison has the same.
// Imported before other modules, because images count only from then on.
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--external-memory-accounted-in-global-limit');
setFlagsFromString('--heap-growing-percent=200');
