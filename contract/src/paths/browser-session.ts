/** Path of the dashboard's runtime configuration. */
export const runtimeConfigPath = '/config.json';

/**
 * Names of the script-readable half of a session, which is also the CSRF token, and of the header
 * that carries it. Source: ruling RL-6.
 */
export const csrf = {
  header: 'x-csrf-token',
  cookie: 'shotwright_csrf',
  /** Name of the cookie when the page is served over HTTPS. */
  secureCookie: '__Host-shotwright_csrf',
} as const;

/**
 * Path of the page that the dashboard embeds in a frame to preview pasted HTML; it renders the HTML
 * posted to it.
 */
export const previewFramePath = '/preview-frame';
