/** One navigation of the main frame, from its first request on. */
export interface Navigation {
  readonly loaderId: string;
  url: string;
  readonly redirects: string[];
  status: number | null;
  mimeType: string | null;
  /** Chromium's name of the error, for example `net::ERR_NAME_NOT_RESOLVED`. */
  errorText: string | null;
  isCommitted: boolean;
  /** True if the whole document has been parsed. */
  isParsed: boolean;
  /** Time of the load event on the monotonic clock; null before. */
  loadedMs: number | null;
  isDownload: boolean;
  /** Number of its document's resources that had ended at the last check. */
  resourceCount: number;
}

/** Mutable state of the navigations, shared by the event handlers. */
export interface NavigationLog {
  latest: Navigation | undefined;
  current: Navigation | undefined;
  /** Time until which a requested navigation is expected, on the monotonic clock. Unit: ms. */
  expectedUntilMs: number;
  /**
   * True if the current document has requested another one and its frame has not stopped loading
   * since.
   */
  isRequested: boolean;
  /** Number of commits by URL. */
  readonly commits: Map<string, number>;
  isMain(frameId: string | undefined): boolean;
  find(loaderId: string): Navigation | undefined;
  begin(loaderId: string, url: string): Navigation;
  change(navigation: Navigation | undefined, values: Partial<Navigation>): void;
}
