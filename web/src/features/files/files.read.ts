import { filePaths, listLimits } from '@shotwright/contract/paths';
import { createApiCaller } from '../../lib/api/client.ts';
import { createPrefetch } from '../../lib/api/prefetch.ts';

const { callApi } = createApiCaller(filePaths);

/**
 * List of all files, or the first page if there are more than the dashboard keeps. It may be several
 * megabytes, so it is requested while the page's code is still loading.
 */
export const fileList = createPrefetch((signal) =>
  callApi('listFiles', { query: { ifMore: listLimits.pageSize.default }, signal }),
);
