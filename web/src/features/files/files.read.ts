import { filePaths } from '@shotwright/contract/paths';
import { createApiCaller } from '../../lib/api/client.ts';
import { createPrefetch } from '../../lib/api/prefetch.ts';

const { callApi } = createApiCaller(filePaths);

/**
 * List of all files. It is several megabytes, so it is requested while the page's code is still
 * loading.
 */
export const fileList = createPrefetch((signal) => callApi('listFiles', { query: {}, signal }));
