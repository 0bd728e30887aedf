/** Where the dashboard reads its configuration. */
export const runtimeConfigPath = '/config.json';

/** The script-readable half of a session, also the CSRF token, and the header that carries it. Source: ruling RL-6. */
export const csrf = {
  header: 'x-csrf-token',
  cookie: 'shotwright_csrf',
  /** The cookie's name where the page is served over https. */
  secureCookie: '__Host-shotwright_csrf',
} as const;

/** The page the dashboard frames to draw HTML that a person is writing; it draws the text posted to it. */
export const previewFramePath = '/preview-frame';
