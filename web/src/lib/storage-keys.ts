/** Names of what the browser keeps. Source: specification §1, §3. */
export const storageKeys = {
  /** Local: the text `true` or `false`. */
  authFlag: 'isAuthenticated',
  /** Local: the signed-in person as JSON. */
  user: 'user',
  /** Local: always `light`. */
  theme: 'theme',
  /** Local: the text `collapsed` or `expanded`. */
  sidebar: 'sidebar',
  /** Local: `hidden` once the first steps are done or dismissed, so that their place is not held open. */
  firstSteps: 'firstSteps',
  /** Local: `done` once the account has called the API, or does not want to be led to it. */
  firstCall: 'firstCall',
  /** Local: `off` where keys without Cmd or Ctrl are turned off. */
  singleKeys: 'singleKeys',
  /** Local: what was last chosen in the command palette, as a JSON list of entry ids. */
  paletteRecent: 'paletteRecent',
  /** Session: a saved setting on its way to the playground. */
  loadedSettings: 'loadedSettings',
  /** Session: a ticket that was begun and neither sent nor cancelled, with whose it is. */
  ticketDraft: 'ticketDraft',
  /** Session: the private page a visitor asked for (ruling RL-21). */
  requestedPage: 'requestedPage',
  /** Session: the secret that ties an identity provider's answer to this tab. */
  identityState: 'identityState',
  /** Session: when the app last reloaded itself after a failed chunk. Units: ms since 1970. */
  chunkReload: 'chunkReload',
} as const;
