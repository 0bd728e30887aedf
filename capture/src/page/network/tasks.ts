import type { CdpHandlers, CdpSession } from '../../browser/browser.ts';
import {
  encodeCanvasesAtOnce,
  requestFramesWhileEncoding,
} from '../../in-page/main-world/canvases.ts';
import {
  followTasks,
  recordTasks,
  taskBinding,
  taskFunctions,
  taskMethods,
} from '../../in-page/main-world/tasks.ts';
import {
  decoderMethods,
  followDecoders,
  followRegistrations,
  followReplies,
  recordReplies,
  replyMethods,
} from '../../in-page/main-world/replies.ts';
import { followUnrenderedMedia } from '../../in-page/main-world/media.ts';
import { inPageCall, scriptOf } from '../execution-context.ts';
import type { OpenRequests } from './open-requests.ts';

/**
 * Longest time on the page's clock for which a reply of a worker, a file reader or a decoder, the start of a
 * service worker, or the first frame of a video that is not rendered, is waited for. Unit: ms.
 */
const maxReplyMs = 2_200;

/**
 * Makes the documents of a page report their tasks, before their scripts run. The `Runtime` domain must
 * be enabled.
 */
export function watchTasks(session: CdpSession): Promise<unknown>[] {
  const source = scriptOf([
    inPageCall(encodeCanvasesAtOnce),
    inPageCall(requestFramesWhileEncoding),
    inPageCall(recordTasks),
    inPageCall(recordReplies, maxReplyMs),
    inPageCall(followReplies, replyMethods),
    inPageCall(followDecoders, decoderMethods),
    inPageCall(followRegistrations),
    inPageCall(followUnrenderedMedia),
    inPageCall(followTasks, taskMethods, taskFunctions),
  ]);
  return [
    session.send('Runtime.addBinding', { name: taskBinding }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source }),
  ];
}

/** Adds the tasks of a page's documents to its open requests. */
export function handleTasks(open: OpenRequests): CdpHandlers {
  return {
    'Runtime.bindingCalled': ({ name, payload, executionContextId }) => {
      if (name !== taskBinding) return;
      const id = `task ${executionContextId}`;
      if (payload === 'begin') open.begin(id, 'task', '');
      else open.end(id);
    },
  };
}
