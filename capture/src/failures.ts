/**
 * Closed list of reasons for which a capture can fail because of the page, the network or the
 * request.
 */
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
  'clip_outside_page',
  'image_too_large',
  'pdf_pages_out_of_range',
  'extract_too_large',
  'page_crashed',
  'url_not_allowed',
  'host_returned_error',
  'wait_condition_not_met',
  'step_failed',
  'invalid_expression',
  'selector_assertion_failed',
  'text_assertion_failed',
  'console_error_assertion',
  'request_failed_assertion',
] as const;

/** One of {@link failureReasons}. */
export type FailureReason = (typeof failureReasons)[number];
