/** Names of browser storage entries. Source: specification §1, §3. */
export const storageKeys = {
  /** Local: the text `true` or `false`. */
  authFlag: 'isAuthenticated',
  /** Local: the signed-in user as JSON. */
  user: 'user',
  /** Local: always `light`. */
  theme: 'theme',
  /** Local: the text `collapsed` or `expanded`. */
  sidebar: 'sidebar',
  /**
   * Local: `hidden` once the first steps are done or dismissed, so that no space is reserved for
   * them.
   */
  firstSteps: 'firstSteps',
  /** Local: `done` once the account has called the API or dismissed the guide. */
  firstCall: 'firstCall',
  /** Local: `off` if shortcuts without Cmd or Ctrl are disabled. */
  singleKeys: 'singleKeys',
  /** Local: the most recent choices in the command palette, as a JSON list of entry IDs. */
  paletteRecent: 'paletteRecent',
  /** Local: the text `grid` or `list`. */
  filesLayout: 'filesLayout',
  /** Local, with the IDs of the organisation and the user: the saved views of the File Manager as JSON. */
  fileViews: 'fileViews',
  /** Local: the IDs of the status notices whose banner was dismissed, as a JSON list. */
  dismissedNotices: 'dismissedNotices',
  /** Session: a saved setting that is handed over to the playground. */
  loadedSettings: 'loadedSettings',
  /** Session: an unsent ticket draft, with the ID of its user. */
  ticketDraft: 'ticketDraft',
  /** Session: the private page that a visitor requested (ruling RL-21). */
  requestedPage: 'requestedPage',
  /** Session: the API key that the documentation uses in this tab, and its name. */
  docsKey: 'docsKey',
  docsKeyName: 'docsKeyName',
  /** Session: the secret that ties the identity provider's response to this tab. */
  identityState: 'identityState',
  /** Session: time of the last automatic reload after a failed chunk. Units: ms since 1970. */
  chunkReload: 'chunkReload',
} as const;
