/** Every reason a capture can fail for that is the page's, the network's or the request's; a closed list. */
export const failureReasons = [
  'dns_error',
  'connection_refused',
  'connection_reset',
  'connection_timeout',
  'tls_error',
  'redirect_loop',
  'navigation_timeout',
  'render_timeout',
  'selector_not_found',
  'selector_not_visible',
  'invalid_selector',
  'proxy_connection_failed',
  'unsupported_content_type',
  'page_too_large',
  'image_too_large',
  'page_crashed',
  'url_not_allowed',
] as const;

/** See {@link failureReasons}. */
export type FailureReason = (typeof failureReasons)[number];
