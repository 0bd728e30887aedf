import { callApi } from '../../lib/api-client.ts';
import { withHeadStart } from '../../lib/head-start.ts';

/**
 * List of all files. It is several megabytes, so it is requested while the page's code is still
 * loading.
 */
export const fileList = withHeadStart((signal) => callApi('listFiles', { query: {}, signal }));
