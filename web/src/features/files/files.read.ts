import { callApi } from '../../lib/api-client.ts';
import { withHeadStart } from '../../lib/head-start.ts';

/** The list of all files: megabytes, so it is asked for while the page's code is still on its way. */
export const fileList = withHeadStart((signal) => callApi('listFiles', { query: {}, signal }));
