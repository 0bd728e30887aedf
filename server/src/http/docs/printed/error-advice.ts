import type { ErrorCodeName } from '@shotwright/contract';

/** Steps that end each error, in one or two sentences. */
export const errorAdvice: Readonly<Record<ErrorCodeName, string>> = {
  validation_failed:
    'Correct the fields in details.fields: each has a path, a message with the valid values, and did_you_mean for a misspelt name.',
  invalid_json:
    'Send a JSON object as the body. In a shell, put it in single quotes so that its double quotes are kept.',
  invalid_content_encoding:
    'Send the whole body in the encoding that the Content-Encoding header names, or unencoded without this header.',
  invalid_url: 'Send a complete URL such as https://example.com/page.',
  unsupported_scheme: 'Send an http or https URL. For a local file, send its content as html.',
  invalid_custom_header:
    'Send a JSON object of header names and texts. Headers that the browser or the connection sets itself are not allowed.',
  invalid_cookie:
    'Correct the cookie that the message names: name=value, optionally with Domain, Path and Secure.',
  invalid_selector:
    'Test the selector in the console of a browser, or begin an XPath expression with xpath=.',
  invalid_proxy_url: 'Send http://user:pass@host:port; the user and the password are optional.',
  invalid_expression:
    'Send one expression without statements, such as document.fonts.status === "loaded".',
  unsupported_option_combination:
    'Remove one of the two options. The message names both and the reason.',
  invalid_credentials: 'Check the email and the password, or reset the password.',
  otp_invalid: 'Enter the newest code that was sent, or request another one.',
  otp_expired: 'Request a new code.',
  captcha_failed: 'Solve the captcha again; each solution works once.',
  identity_token_invalid: 'Start the sign-in again.',
  reset_link_invalid: 'Request a new link and open the newest mail.',
  passkey_challenge_invalid: 'Start again, and answer within five minutes in the same browser.',
  passkey_invalid: 'Use another passkey, or sign in with email and password.',
  invite_invalid: 'Ask an owner or admin of the organisation to send the invitation again.',
  api_key_missing: 'Send the key in the x-api-key header. Keys are created on the API Keys page.',
  api_key_invalid:
    'Copy the key again from the API Keys page. A deleted key cannot be restored: create another one.',
  api_key_expired:
    'Set a later date of expiry for the key on the API Keys page, or use another key. The message names the date.',
  session_expired: 'Sign in again. Programs use an API key instead of a session.',
  plan_not_available: 'Choose another plan on the Billing page.',
  invalid_return_url: 'Return to a page of the dashboard itself.',
  payment_event_invalid:
    'Check the signing secret of the payment provider and the clock of the server.',
  payment_declined: 'Use another payment method, or ask the bank.',
  coupon_unknown: 'Check the code for typing errors.',
  coupon_not_started: 'Redeem the coupon once it is valid.',
  coupon_expired: 'Ask its issuer for another coupon.',
  coupon_already_used: 'Nothing to do: its credits were added when it was first redeemed.',
  coupon_used_up: 'Ask its issuer for another coupon.',
  coupon_not_for_plan: 'Change to a plan that the coupon is for, or use another coupon.',
  billing_disabled: 'Do not call this endpoint on this installation.',
  insufficient_credits:
    'Wait for the next cycle (details.resetsAt), change the plan, or redeem a coupon.',
  key_monthly_limit_reached:
    'Raise the monthly limit of the key on the API Keys page, or use another key.',
  project_monthly_limit_reached:
    'Raise the monthly limit of the project on the Overview page, use another project, or wait for the next cycle (details.resetsAt).',
  storage_limit_reached:
    'Delete files that are no longer needed, set retention_days, send store: false, or change the plan.',
  api_key_inactive: 'Enable the key on the API Keys page, or use another key.',
  api_key_ip_forbidden:
    'Add the IP address of the message to the key on the API Keys page, or call from an allowed one. If it is the address of a proxy of yours, the operator must set TRUST_PROXY.',
  api_key_access_forbidden:
    'Use a key with full access. The page about authentication lists what a key that may only capture can call.',
  api_key_project_forbidden: 'Use a key of the other project, or leave project_id out.',
  url_not_allowed:
    'Capture a public URL. For a page of your own network, send its content as html, or let the operator set ALLOW_PRIVATE_TARGETS.',
  csrf_failed: 'Reload the dashboard. Programs use an API key instead of a session.',
  recent_sign_in_required: 'Sign out, sign in again, and repeat the change.',
  role_forbidden: 'Ask an owner or admin of the organisation to do it, or to change your role.',
  key_in_browser: 'Call the API from your server. To show an image in a page, use a signed link.',
  image_not_stored: 'Request the capture again without store: false if the image is needed later.',
  link_expired: 'Read the screenshot again: the response contains a new URL.',
  signature_required: 'Sign the link, or send an API key in the x-api-key header.',
  signature_invalid:
    'Sign exactly the parameters that are sent, with the link secret of the key that key_id names.',
  link_url_not_allowed:
    'Use a url that matches the pattern, or create a link with another pattern.',
  link_options_fixed: 'Remove the options from the link, or create a link with them.',
  link_invalid: 'Use the URL unchanged as it was returned, or read the screenshot again.',
  not_found: 'Check the method, the path and the ID. The message names what was looked for.',
  account_not_found: 'Sign up first, or sign in with another identity.',
  passkey_not_found: 'Load the list of passkeys again.',
  passkeys_unavailable:
    'Sign in another way. The operator sets PUBLIC_URL to an https URL with a host name.',
  member_not_found: 'List the members again: the member may have left.',
  invite_not_found:
    'List the invitations again: it may have been accepted or revoked, or expired long ago.',
  project_not_found: 'Check the ID on the Projects page, or leave project_id out.',
  screenshot_not_found:
    'Check the ID. Deleted screenshots cannot be read, and a key sees only its own account and project.',
  file_not_found: 'Reload the list of files; the file may have been deleted.',
  api_key_not_found: 'Reload the list of API keys; the key may have been deleted.',
  webhook_not_found: 'Reload the list of webhooks; the webhook may have been deleted.',
  destination_not_found: 'Check the ID of the destination; it may have been deleted.',
  batch_not_found:
    'Check the ID of the batch. A key of a project finds only the batches of its project.',
  baseline_not_found:
    'Check the ID of the baseline. A key of a project finds only the baselines of its project.',
  report_not_found: 'Check the ID of the report.',
  schedule_not_found: 'Check the ID of the schedule.',
  delivery_not_found: 'Nothing to do: finished deliveries are deleted after some time.',
  request_not_found: 'Nothing to do: calls are deleted from the log after some time.',
  setting_not_found:
    'Check the ID on the page Saved Settings; the setting may have been deleted. A key of a project finds only the settings of its project and those without one.',
  ticket_not_found: 'Reload the list of tickets.',
  coupon_code_taken: 'Choose another code.',
  coupon_not_found: 'Reload the list of coupons.',
  saved_reply_not_found: 'Reload the list of saved replies.',
  news_not_found: 'Reload the list of slides and notices.',
  no_subscription: 'Choose a plan first.',
  ticket_closed: 'Reopen the ticket, then reply.',
  too_many_images: 'Remove images, or send the others with the next message.',
  image_too_big: 'Make the image smaller, or save it with more compression.',
  image_not_readable: 'Save the file as PNG, JPEG, WebP or GIF.',
  device_not_found:
    'Use a name of the list of devices, exactly as written. The message suggests a similar one.',
  method_not_allowed: 'Use a method that the Allow header of the response names.',
  not_ready:
    'Ask again after the seconds in Retry-After, wait with the wait option, or use a webhook.',
  organization_in_use:
    'Delete what your own organisation has, or ask for an invitation to another email.',
  ownership_transfer_required:
    'Transfer ownership to another member on the Team page, or remove the other members.',
  passkey_limit_reached: 'Delete a passkey that is no longer used.',
  passkey_exists: 'Nothing to do: the passkey is in the list in Settings.',
  email_taken: 'Sign in, or reset the password.',
  conflict:
    'Read the message: it names the state. Read the resource again before the next request.',
  idempotency_in_progress: 'Repeat the request after the seconds in Retry-After.',
  cancelled: 'Request the capture again if the image is still needed.',
  body_too_large: 'Send a smaller body. The message names the limit.',
  html_too_large:
    'Load images and scripts by URL instead of as data, or capture the page by its URL.',
  unsupported_media_type:
    'Send the header content-type: application/json, and no Content-Encoding or one of gzip, br, deflate and zstd.',
  idempotency_key_reused:
    'Use a new key for each new request, and the same key only for an unchanged repeat.',
  rate_limited:
    'Wait, then repeat the request. Spread requests evenly over the minute. A signed link has a limit of new captures; images of the cache are not limited.',
  concurrency_limit_reached: 'Wait until some captures have finished, then repeat the request.',
  internal_error:
    'Repeat the request with the same Idempotency-Key. If it fails again, send the requestId to support.',
  unavailable: 'Repeat the request after the seconds in Retry-After.',
  checkout_unavailable: 'Try again later, or ask the operator of this installation.',
  queue_full: 'Repeat the request after the seconds in Retry-After.',
  capture_pending: 'Load the link again after the seconds in Retry-After.',
  dns_error: 'Check the host name. It must resolve in the public DNS.',
  connection_refused: 'Check the port, and that the host accepts connections from this server.',
  connection_reset:
    'Repeat the request. If it fails again, the host may block data centres: try proxy_url.',
  connection_timeout:
    'Repeat the request. If it fails again, a firewall may block this server: try proxy_url.',
  tls_error:
    'Renew or correct the certificate of the host. For a test system, send ignore_tls_errors: true.',
  redirect_loop:
    'The page may expect cookies or a language: send cookies or custom_header, or capture the final URL.',
  navigation_timeout:
    'Repeat the request, raise timeout, or capture earlier with wait_until: domcontentloaded.',
  render_timeout:
    'Raise timeout, or make the capture smaller: no full_page, fewer waits and steps.',
  selector_not_found:
    'Check the selector and the page image at pageImageUrl. For late content, use wait_for_selector.',
  selector_not_visible:
    'Choose an element that has a size, or show it first with click_selectors or steps.',
  proxy_connection_failed: 'Check host, port, user and password of the proxy.',
  unsupported_content_type: 'Capture the page that links to the file instead.',
  page_too_large:
    'Block what is not needed with block_resources or block_requests, or capture without full_page.',
  extract_too_large: 'Choose another file_type, or fewer extracts.',
  pdf_pages_out_of_range: 'Send page ranges within the document in pdf_page_ranges.',
  clip_outside_page: 'Move the clip inside the page, or use element_selector.',
  image_too_large:
    'Lower device_scale_factor, set full_page_max_height or slice_height, or use image_width.',
  annotation_timeout: 'Repeat the request, or crop the image.',
  comparison_timeout: 'Repeat the request, or compare smaller images.',
  page_crashed:
    'Repeat the request. If it fails again, block heavy resources with block_resources.',
  wait_condition_not_met:
    'Check the condition and the page image at pageImageUrl, raise wait_timeout, or send best_effort: true.',
  step_failed: 'Check the step in details.step against the page image at pageImageUrl.',
  selector_assertion_failed:
    'The page is not in the state that was asked for: check the page, or the option.',
  text_assertion_failed:
    'The page is not in the state that was asked for: check the page, or the option.',
  console_error_assertion: 'Correct the page, or leave fail_on_console_error out.',
  request_failed_assertion:
    'Correct the resource, or leave its kind out of fail_on_request_failure.',
  blank_page: 'Repeat the request, or wait for content with wait_for_selector.',
  bot_challenge: 'Repeat the request later, use proxy_url, or ask the site to allow this server.',
  login_wall: 'Sign in with cookies, basic_auth_user or steps.',
  cookie_wall: 'Send block_cookie_banners: true, or click the banner away with click_selectors.',
  host_returned_error: 'Check the URL. The status of the host is in details.hostStatus.',
  sitemap_unreadable:
    'Open the URL that the message names in a browser: it must be a sitemap in XML, a list of URLs as text, or a website whose robots.txt names one.',
  incomplete_page: 'Repeat the request, or wait for the missing parts with wait_for_selector.',
  page_truncated: 'Capture parts with element_selector or a clip, or accept the cut.',
};
