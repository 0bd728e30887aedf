import { calm, past } from '../site/hazard-pages.ts';
import { addressed, drawn, failing, onPage, overdueMs, patientMs } from './build.ts';
import type { Hazard } from './hazard.ts';

const foreignScheme = (name: string, url: string): Hazard =>
  addressed(name, url, { kind: 'refused', status: 400, code: 'unsupported_scheme' });

const notAllowed = (name: string, url: string): Hazard =>
  addressed(name, url, { kind: 'refused', status: 403, code: 'url_not_allowed' });

const busyFullPage = (page: string): Hazard => ({
  ...failing(page, ['render_timeout'], overdueMs),
  request: onPage(page, { full_page: true, delay: 0.5 }),
});

/** Pages that never become stable, prevent leaving them, or open dialogs and windows. */
export const restlessHazards: Hazard[] = [
  drawn('neveridle'),
  drawn('animation'),
  drawn('alert', past),
  drawn('asking', past),
  drawn('alertloop'),
  drawn('alertforever'),
  drawn('beforeunload'),
  drawn('popup', past),
  drawn('popupstorm'),
  drawn('print', past),
  drawn('metarefresh'),
  drawn('reload'),
  drawn('busyworkers'),
  drawn('liar'),
  drawn('frames', calm, patientMs),
  drawn('hangimg', calm, patientMs),
  drawn('hangscript', calm, patientMs),
  drawn('drip', calm, overdueMs),
  failing('busy', ['render_timeout'], overdueMs),
  failing('busyearly', ['navigation_timeout'], overdueMs),
  failing('busyonload', ['render_timeout', 'navigation_timeout'], overdueMs),
  busyFullPage('busysoon'),
  busyFullPage('busyonscroll'),
];

/** Servers that respond with something other than a page, or incompletely. */
export const answeringHazards: Hazard[] = [
  drawn('auth', '#aa5500'),
  failing('download', ['unsupported_content_type']),
  failing('nocontent', ['unsupported_content_type']),
  failing('pdf', ['unsupported_content_type']),
  failing('redirectloop', ['redirect_loop']),
  failing('broken', ['connection_reset']),
  failing('half', ['connection_reset']),
  failing('hang', ['navigation_timeout'], overdueMs),
  failing('endless', ['page_too_large'], patientMs),
];

/**
 * Attempts to lead the browser elsewhere: other schemes, private IPs, hosts and ports that do not
 * respond.
 */
export const wanderingHazards: Hazard[] = [
  drawn('leavesforfile'),
  drawn('leavesforchrome'),
  failing('tofile', ['url_not_allowed']),
  failing('tochrome', ['url_not_allowed']),
  failing('toprivate', ['url_not_allowed']),
  failing('tometadata', ['url_not_allowed']),
  addressed('refused', 'http://127.0.0.1:4/', { kind: 'failed', codes: ['connection_refused'] }),
  addressed('dns', 'http://nosuch.invalid/', { kind: 'failed', codes: ['dns_error'] }),
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
