import { endpointPaths } from '@shotwright/contract/paths';
import { createApiCaller } from './client.ts';

/** Functions that call any operation. The table of all paths is not part of the initial script. */
export const { callApi, callApiWithMessage } = createApiCaller(endpointPaths);
