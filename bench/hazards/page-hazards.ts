import { expectedColor, escapedColor } from '../site/hazard-pages.ts';
import {
  forUrl,
  expectImage,
  expectFailure,
  onPage,
  engineTimeoutMs,
  resourceTimeoutMs,
} from './build.ts';
import type { Hazard } from './hazard.ts';

const foreignScheme = (name: string, url: string): Hazard =>
  forUrl(name, url, { kind: 'rejected', status: 400, code: 'unsupported_scheme' });

const notAllowed = (name: string, url: string): Hazard =>
  forUrl(name, url, { kind: 'rejected', status: 403, code: 'url_not_allowed' });

const busyFullPage = (page: string): Hazard => ({
  ...expectFailure(page, ['render_timeout'], engineTimeoutMs),
  request: onPage(page, { full_page: true, delay: 0.5 }),
});

/** Pages that never become stable, prevent leaving them, or open dialogs and windows. */
export const busyHazards: Hazard[] = [
  expectImage('neveridle'),
  expectImage('animation'),
  expectImage('alert', escapedColor),
  expectImage('asking', escapedColor),
  expectImage('alertloop'),
  expectImage('alertforever'),
  expectImage('beforeunload'),
  expectImage('popup', escapedColor),
  expectImage('popupstorm'),
  expectImage('print', escapedColor),
  expectImage('metarefresh'),
  expectImage('reload'),
  expectImage('busyworkers'),
  expectImage('liar'),
  expectImage('frames', expectedColor, resourceTimeoutMs),
  expectImage('hangimg', expectedColor, resourceTimeoutMs),
  expectImage('hangscript', expectedColor, resourceTimeoutMs),
  expectImage('drip', expectedColor, engineTimeoutMs),
  expectFailure('busy', ['render_timeout'], engineTimeoutMs),
  expectFailure('busyearly', ['navigation_timeout'], engineTimeoutMs),
  expectFailure('busyonload', ['render_timeout', 'navigation_timeout'], engineTimeoutMs),
  busyFullPage('busysoon'),
  busyFullPage('busyonscroll'),
];

/** Servers that respond with something other than a page, or incompletely. */
export const responseHazards: Hazard[] = [
  expectImage('auth', '#aa5500'),
  expectFailure('download', ['unsupported_content_type']),
  expectFailure('nocontent', ['unsupported_content_type']),
  expectFailure('pdf', ['unsupported_content_type']),
  expectFailure('redirectloop', ['redirect_loop']),
  expectFailure('broken', ['connection_reset']),
  expectFailure('half', ['connection_reset']),
  expectFailure('hang', ['navigation_timeout'], engineTimeoutMs),
  expectFailure('endless', ['page_too_large'], resourceTimeoutMs),
];

/**
 * Attempts to make the browser navigate elsewhere: other schemes, private IP addresses, hosts and
 * ports that do not respond.
 */
export const navigationHazards: Hazard[] = [
  expectImage('leavesforfile'),
  expectImage('leavesforchrome'),
  expectFailure('tofile', ['url_not_allowed']),
  expectFailure('tochrome', ['url_not_allowed']),
  expectFailure('toprivate', ['url_not_allowed']),
  expectFailure('tometadata', ['url_not_allowed']),
  forUrl('refused', 'http://127.0.0.1:4/', { kind: 'failed', codes: ['connection_refused'] }),
  forUrl('dns', 'http://nosuch.invalid/', { kind: 'failed', codes: ['dns_error'] }),
  notAllowed('blocked-port', 'http://127.0.0.1:1/'),
  notAllowed('private', 'http://0xa9.0376.0xa9fe/'),
  foreignScheme('file', 'file:///etc/passwd'),
  foreignScheme('view-source', 'view-source:file:///etc/passwd'),
  foreignScheme('data', 'data:text/html,hello'),
  foreignScheme('javascript', 'javascript:alert(1)'),
  ...['crash', 'kill', 'hang', 'gpucrash'].map((what) =>
    foreignScheme(`chrome-${what}`, `chrome://${what}`),
  ),
];
