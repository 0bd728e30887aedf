import { accountErrorCodes } from './account-error-codes.ts';
import { permanent, transient, type ErrorCode, type ErrorStatus } from './error-code.ts';

/**
 * Every error code of the API. The code alone decides the HTTP status of a direct response. Source: acceptance PA-11.
 */
export const errorCodes = {
  validation_failed: permanent(
    400,
    'A field is missing, unknown or out of range; details.fields names the first twenty, details.more counts the others.',
  ),
  invalid_json: permanent(400, 'The body is not valid JSON.'),
  invalid_content_encoding: permanent(
    400,
    'The body cannot be decoded with the encoding that its Content-Encoding header names.',
  ),
  invalid_url: permanent(400, 'The url is not a valid URL.'),
  unsupported_scheme: permanent(400, 'Only http and https URLs can be captured.'),
  invalid_custom_header: permanent(
    400,
    'custom_header is not a JSON object of allowed header names and text values.',
  ),
  invalid_cookie: permanent(
    400,
    'One of the cookies is not valid; the message names its position and the mistake.',
  ),
  invalid_selector: permanent(
    400,
    'A selector is neither valid CSS nor a valid xpath= expression; the message names it.',
  ),
  invalid_proxy_url: permanent(400, 'proxy_url is not of the form http://user:pass@host:port.'),
  invalid_expression: permanent(
    400,
    'wait_for_function is not a JavaScript expression; the message names the mistake.',
  ),
  unsupported_option_combination: permanent(400, 'Two options of the request exclude each other.'),
  invalid_credentials: permanent(400, 'The email or the password is wrong.'),
  ...accountErrorCodes,
  api_key_missing: permanent(401, 'The x-api-key header is missing.'),
  api_key_invalid: permanent(401, 'The API key is unknown or deleted.'),
  api_key_expired: permanent(401, 'The API key has reached its date of expiry.'),
  session_expired: permanent(401, 'The session is missing or has ended.'),
  plan_not_available: permanent(
    400,
    'The plan does not exist, is the current plan or is sold by contract only.',
  ),
  invalid_return_url: permanent(400, 'The return URL is not a URL of this dashboard.'),
  payment_event_invalid: permanent(
    400,
    'The event was not signed by the payment provider, or is too old.',
  ),
  payment_declined: permanent(402, 'The payment method was declined; the plan has not changed.'),
  coupon_unknown: permanent(404, 'No coupon has this code.'),
  coupon_not_started: permanent(409, 'The coupon is not valid yet.'),
  coupon_expired: permanent(410, 'The coupon has expired or was disabled.'),
  coupon_already_used: permanent(409, 'This account has redeemed the coupon before.'),
  coupon_used_up: permanent(410, 'The coupon has reached its redemption limit.'),
  coupon_not_for_plan: permanent(409, 'The coupon cannot be used with the plan of this account.'),
  billing_disabled: permanent(
    404,
    'Billing is disabled on this installation: it has no plans, credits or coupons.',
  ),
  insufficient_credits: permanent(402, 'The credits of this cycle are used up.'),
  key_monthly_limit_reached: permanent(402, 'The monthly limit of this API key is used up.'),
  project_monthly_limit_reached: permanent(
    402,
    'The capture would exceed the monthly limit of its project.',
  ),
  storage_limit_reached: permanent(402, 'The storage of the plan is full.'),
  api_key_inactive: permanent(403, 'The API key is inactive.'),
  api_key_ip_forbidden: permanent(
    403,
    'The API key may not be used from the IP address of the request; the message names it.',
  ),
  api_key_access_forbidden: permanent(
    403,
    'The API key may only capture, and the operation needs full access.',
  ),
  api_key_project_forbidden: permanent(403, 'The API key belongs to another project.'),
  url_not_allowed: permanent(
    403,
    'The URL leads to a private or reserved IP address, or to a blocked port.',
  ),
  csrf_failed: permanent(403, 'The request did not come from the dashboard.'),
  role_forbidden: permanent(403, 'The role of the user in the organisation does not allow this.'),
  key_in_browser: permanent(403, 'An API key was sent by a web page of another origin.'),
  image_not_stored: permanent(410, 'The image was not stored, and is no longer available.'),
  link_expired: permanent(410, 'The signed URL has expired.'),
  signature_required: permanent(403, 'The link has no signature, and no API key was sent.'),
  signature_invalid: permanent(
    403,
    'The signature does not fit the link: the link was changed, or signed with another secret.',
  ),
  link_url_not_allowed: permanent(403, 'The url does not match the pattern of the link.'),
  link_options_fixed: permanent(403, 'The link fixes its options; only the url may be added.'),
  link_invalid: permanent(403, 'The signature of the file URL is wrong.'),
  not_found: permanent(404, 'The resource does not exist or belongs to another account.'),
  account_not_found: permanent(404, 'No account exists for this identity.'),
  member_not_found: permanent(404, 'The member does not exist.'),
  invite_not_found: permanent(404, 'The invitation does not exist.'),
  project_not_found: permanent(404, 'The project does not exist.'),
  screenshot_not_found: permanent(404, 'The screenshot does not exist.'),
  batch_not_found: permanent(404, 'The batch does not exist.'),
  baseline_not_found: permanent(404, 'The baseline does not exist.'),
  file_not_found: permanent(404, 'The file does not exist.'),
  api_key_not_found: permanent(404, 'The API key does not exist.'),
  webhook_not_found: permanent(404, 'The webhook does not exist.'),
  destination_not_found: permanent(404, 'The destination does not exist.'),
  delivery_not_found: permanent(404, 'The delivery does not exist or is no longer stored.'),
  request_not_found: permanent(404, 'The call is not in the request log, or no longer.'),
  report_not_found: permanent(404, 'The report does not exist.'),
  schedule_not_found: permanent(404, 'The schedule does not exist.'),
  setting_not_found: permanent(404, 'The saved setting does not exist.'),
  ticket_not_found: permanent(404, 'The ticket does not exist.'),
  coupon_code_taken: permanent(409, 'Another coupon has this code.'),
  coupon_not_found: permanent(404, 'The coupon does not exist.'),
  saved_reply_not_found: permanent(404, 'The saved reply does not exist.'),
  news_not_found: permanent(404, 'The news slide or status notice does not exist.'),
  no_subscription: permanent(409, 'The account has no active subscription.'),
  ticket_closed: permanent(409, 'The ticket is closed; reopen it first.'),
  too_many_images: permanent(400, 'A ticket holds at most 3 images, and a report one logo.'),
  image_too_big: permanent(
    413,
    'Each image must be smaller than 10 MB, a logo smaller than 1 MB, and both than 40 million pixels.',
  ),
  image_not_readable: permanent(415, 'The file is not a still image in PNG, JPEG, WebP or GIF.'),
  device_not_found: permanent(404, 'The device is not in the list of devices.'),
  method_not_allowed: permanent(405, 'The path exists, but does not support this method.'),
  not_ready: transient(409, 'The screenshot, or the PDF of a report, is not finished yet.'),
  organization_in_use: permanent(
    409,
    'The user has an organisation with data of its own, and cannot join another one.',
  ),
  ownership_transfer_required: permanent(
    409,
    'The user owns an organisation with other members, and cannot delete the account before another member owns it.',
  ),
  email_taken: permanent(409, 'An account with this email exists already.'),
  conflict: permanent(409, 'The current state of the resource does not allow this operation.'),
  idempotency_in_progress: transient(
    409,
    'The first request with this Idempotency-Key is still running.',
  ),
  cancelled: permanent(409, 'The capture was cancelled.'),
  body_too_large: permanent(413, 'The body exceeds the size limit.'),
  html_too_large: permanent(413, 'The html is larger than 2 MiB.'),
  unsupported_media_type: permanent(
    415,
    'The body must be sent as application/json, in an encoding that the API accepts.',
  ),
  idempotency_key_reused: permanent(
    422,
    'This Idempotency-Key was used before with a different body.',
  ),
  rate_limited: transient(
    429,
    'Too many requests; wait for the seconds in the Retry-After header.',
  ),
  concurrency_limit_reached: transient(429, 'Too many captures of this account are queued.'),
  internal_error: transient(500, 'An internal error occurred; nothing was charged.'),
  unavailable: transient(503, 'Part of the service is temporarily unavailable.'),
  checkout_unavailable: transient(
    503,
    'Plans are not for sale on this installation, or the payment provider is temporarily unavailable.',
  ),
  queue_full: transient(503, 'The queue is full.'),
  capture_pending: transient(503, 'The capture of the link is still running.'),
  sitemap_unreadable: transient(422, 'The sitemap could not be fetched or read.'),
  dns_error: permanent(422, 'The host name does not exist or could not be resolved.'),
  connection_refused: permanent(422, 'The host refused the connection.'),
  connection_reset: transient(422, 'The host closed the connection.'),
  connection_timeout: transient(422, 'The host did not respond in time.'),
  tls_error: permanent(422, 'A secure connection could not be established.'),
  redirect_loop: permanent(422, 'The page redirects in a loop.'),
  navigation_timeout: transient(504, 'The page did not load in time.'),
  render_timeout: transient(504, 'The screenshot was not finished in time.'),
  selector_not_found: permanent(422, 'No element matches the selector.'),
  selector_not_visible: permanent(422, 'The selected element has no visible size.'),
  proxy_connection_failed: permanent(
    422,
    'The proxy could not be reached or rejected the connection.',
  ),
  unsupported_content_type: permanent(
    422,
    'The URL responds with a download or a document instead of a web page.',
  ),
  page_too_large: permanent(
    422,
    'The page exceeded the memory, download or request limit of a capture.',
  ),
  extract_too_large: permanent(422, 'The page is too large for this kind of file.'),
  pdf_pages_out_of_range: permanent(422, 'The PDF has fewer pages than were asked for.'),
  clip_outside_page: permanent(422, 'The clip is outside of the page.'),
  image_too_large: permanent(422, 'The image would exceed the size limit.'),
  comparison_timeout: transient(504, 'The comparison was not finished in time.'),
  annotation_timeout: transient(504, 'The annotated copy was not finished in time.'),
  page_crashed: transient(422, 'The page crashed the browser.'),
  wait_condition_not_met: permanent(
    422,
    'A condition of the request was not met in time; the message names it.',
  ),
  step_failed: permanent(
    422,
    'One of the steps was not possible; details.step is its position and details.action its action.',
  ),
  selector_assertion_failed: permanent(
    422,
    'An element was missing or present, against fail_if_selector_missing or fail_if_selector_present.',
  ),
  text_assertion_failed: permanent(
    422,
    'A text was missing or shown, against fail_unless_text or fail_if_text.',
  ),
  console_error_assertion: permanent(
    422,
    'The page reported an error to its console, against fail_on_console_error.',
  ),
  request_failed_assertion: permanent(
    422,
    'The page could not load one of its resources, against fail_on_request_failure.',
  ),
  blank_page: transient(422, 'The image is blank, and fail_on_verdict contains blank.'),
  bot_challenge: transient(
    422,
    'The site shows a challenge for robots instead of the page, and fail_on_verdict contains bot_challenge.',
  ),
  login_wall: permanent(
    422,
    'The site shows a sign-in page instead of the page, and fail_on_verdict contains login_wall.',
  ),
  cookie_wall: permanent(
    422,
    'A request for consent covers the page, and fail_on_verdict contains cookie_wall.',
  ),
  host_returned_error: transient(
    422,
    'The host returned an error page, and fail_on_verdict contains host_error; details.hostStatus is its status.',
  ),
  incomplete_page: transient(
    422,
    'Parts of the page were still missing, and fail_on_verdict contains incomplete.',
  ),
  page_truncated: permanent(
    422,
    'The page is taller than an image can be, and fail_on_verdict contains truncated.',
  ),
} as const satisfies Record<string, ErrorCode>;

/** A stable error code. */
export type ErrorCodeName = keyof typeof errorCodes;
/** Error codes of one status: `ErrorCodeOf<404>` are those of absent resources. */
export type ErrorCodeOf<S extends ErrorStatus> = {
  [K in ErrorCodeName]: (typeof errorCodes)[K]['status'] extends S ? K : never;
}[ErrorCodeName];

/** Codes that an installation without billing does not report. */
export const billingErrorCodes: ReadonlySet<ErrorCodeName> = new Set([
  'plan_not_available',
  'invalid_return_url',
  'payment_event_invalid',
  'payment_declined',
  'coupon_unknown',
  'coupon_not_started',
  'coupon_expired',
  'coupon_already_used',
  'coupon_used_up',
  'coupon_not_for_plan',
  'coupon_code_taken',
  'coupon_not_found',
  'insufficient_credits',
  'project_monthly_limit_reached',
  'storage_limit_reached',
  'no_subscription',
  'checkout_unavailable',
]);

/** True for a code of the table; other text may come from the framework or from a stored row. */
export function isErrorCode(code: string): code is ErrorCodeName {
  return Object.hasOwn(errorCodes, code);
}

/**
 * Returns the properties of a code; the ones of `internal_error` for text that is not in the table.
 */
export function errorCodeOf(code: string): ErrorCode {
  return errorCodes[isErrorCode(code) ? code : 'internal_error'];
}
