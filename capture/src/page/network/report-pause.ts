import type { CdpHandlers, CdpSession } from '../../browser/browser.ts';
import { ignoreErrors } from '../../rejections.ts';
import { reportRequests } from './request-tracker.ts';

/**
 * Pause of a page's request reports while a document without scripts loads. Its load event waits for
 * every request, so that reports of their ends would only cost time.
 */
export interface ReportPause {
  readonly isActive: boolean;
  /** Begins the pause, unless {@link prevent} was called. */
  begin(): void;
  end(): void;
  /** Prevents any later pause, where the `Network` domain blocks, emulates or reports something. */
  prevent(): void;
  /** Ends the pause when the document has loaded, or is to be replaced. */
  readonly handlers: CdpHandlers;
}

/**
 * Creates the pause of a page's request reports; it has not begun. Calls `onLoaded` when the document of a
 * pause has loaded, so that the requests reported before have ended.
 */
export function createReportPause(
  session: CdpSession,
  mainFrameId: string,
  onLoaded: () => void,
): ReportPause {
  let isActive = false;
  let isPrevented = false;
  const end = (): void => {
    if (!isActive) return;
    isActive = false;
    ignoreErrors([reportRequests(session)]);
  };
  const endInMainFrame = ({ frameId }: { readonly frameId: string }): void => {
    if (frameId === mainFrameId) end();
  };
  return {
    get isActive() {
      return isActive;
    },
    begin() {
      if (isActive || isPrevented) return;
      isActive = true;
      ignoreErrors([session.send('Network.disable')]);
    },
    end,
    prevent() {
      isPrevented = true;
    },
    handlers: {
      'Page.lifecycleEvent': ({ frameId, name }) => {
        if (!isActive || name !== 'load' || frameId !== mainFrameId) return;
        end();
        onLoaded();
      },
      'Page.frameScheduledNavigation': endInMainFrame,
      'Page.frameRequestedNavigation': endInMainFrame,
      'Page.frameStartedNavigating': endInMainFrame,
    },
  };
}
