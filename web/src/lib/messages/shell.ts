/** Title of the audit log, apart from its other messages, which only its page loads. */
export const auditLogTitle = 'Audit log';

/** Messages of the dashboard's layout. Source: specification §2. */
export const shellMessages = {
  overview: 'Overview',
  playground: 'Playground',
  apiKeys: 'API Keys',
  files: 'File Manager',
  savedSettings: 'Saved Settings',
  webhooks: 'Webhooks',
  billing: 'Billing',
  help: 'Help',
  settings: 'Settings',
  mainNavigation: 'Main',
  openMenu: 'Open menu',
  menu: 'Menu',
  collapse: 'Collapse sidebar',
  expand: 'Expand sidebar',
  fallbackName: 'User',
  signOut: 'Sign Out',
  signingOut: 'Signing Out...',
  featureRequest: 'Feature Request',
  accountMenu: 'Account menu',
  supportTeam: 'Support team',
  sessions: 'Sessions',
  notifications: 'Notifications',
  shortcuts: 'Keyboard shortcuts',
  docs: 'Docs',
  whatIsNew: 'What is new',
  status: 'Status',
  statusProblems: 'Status: problems',
  creditsMeter: (used: string, total: string) => `${used} / ${total}`,
  creditsMeterLabel: 'Credits used this cycle',
  creditsEmpty: (date: string) =>
    `You have used all credits of this cycle. Captures resume when credits renew on ${date}, or now if you add credits.`,
  upgrade: 'Upgrade',
  redeemCoupon: 'Redeem coupon',
  creditsReset: (date: string) => `New credits on ${date}`,

  sessionsLead: 'Devices that are signed in to your account.',
  thisDevice: 'This device',
  signOutDevice: 'Sign out',
  signOutAll: 'Sign out of all devices',
  lastSeen: (age: string) => `Last seen ${age}`,
  unknownDevice: 'Unknown device',

  notificationsLead: 'Your last 50 notifications since you opened the dashboard.',
  noNotifications: 'Your notifications will appear here.',

  shortcutsLead: 'Shortcuts are disabled while you type or a dialog is open.',
  shortcutsAnywhere: 'Anywhere',
  shortcutsLists: 'In lists',
  shortcutsPages: 'Pages',
  shortcutSidebar: 'Collapse sidebar',
  shortcutSheet: 'Show keyboard shortcuts',
  shortcutPalette: 'Find anything',
  search: (keys: string) => `Find anything (${keys})`,
  shortcutSearch: 'Search',
  shortcutSubmit: 'Send or capture',
  shortcutCreate: 'Create',
  shortcutDown: 'Next row',
  shortcutUp: 'Previous row',
  shortcutSelect: 'Select row',
  shortcutOpen: 'Open row',
  shortcutPreviousPage: 'Previous page',
  shortcutNextPage: 'Next page',
  shortcutClear: 'Clear selection, then filters',
  singleKeys: 'Enable single-key shortcuts',
  keyThen: 'then',
} as const;

/** Messages of the command palette. */
export const paletteMessages = {
  title: 'Find anything',
  placeholder: 'Find a page, project, key, file…',
  results: 'Results',
  count: (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`,
  nothing: (query: string) => `No matches for "${query}".`,
  nothingHelp: 'Try a name, part of a URL or an ID.',
  move: 'move',
  choose: 'choose',
  leave: 'close',
  kinds: {
    action: 'Action',
    page: 'Page',
    project: 'Project',
    apiKey: 'API key',
    webhook: 'Webhook',
    setting: 'Saved setting',
    ticket: 'Ticket',
    file: 'File',
  },
  newCapture: 'New capture',
  createKey: 'Create API key',
  createProject: 'Create project',
  createWebhook: 'Create webhook',
  newTicket: 'New ticket',
  copyCurl: 'Copy last capture as cURL',
  curlCopied: 'cURL command copied',
  curlCopiedText: 'It reads your API key from SHOTWRIGHT_API_KEY.',
  curlCopyFailed: 'Failed to copy the cURL command',
  openDocs: 'Open docs',
  signOut: 'Sign out',
  shortcuts: 'Show keyboard shortcuts',
  htmlFile: 'HTML',
} as const;

/** Titles and introductions of the dashboard's pages. */
export const pageMessages = {
  playground: {
    title: 'Playground',
    lead: 'Try a capture: enter a URL, set the options and see the result.',
  },
  apiKeys: { title: 'API Keys', lead: 'Use API keys to take screenshots from your own code.' },
  files: { title: 'File Manager', lead: 'All screenshots in your projects, newest first.' },
  savedSettings: {
    title: 'Saved Settings',
    lead: 'Named capture options, ready to reuse.',
  },
  webhooks: { title: 'Webhooks', lead: 'URLs we notify when a screenshot is ready.' },
  billing: { title: 'Billing & Plans', lead: 'Your plan, usage and invoices.' },
  checkoutSuccess: {
    title: 'Payment Successful!',
    lead: 'Thank you for your subscription. Your plan has been activated successfully.',
  },
  checkoutCancel: {
    title: 'Payment Cancelled',
    lead: 'Your payment was cancelled or failed to process. No charges have been made to your account.',
  },
  help: {
    title: 'We are sorry that you got trouble',
    lead: 'Please create a ticket for your problem.',
  },
} as const;

/** Messages about the deletion of the account outside the Privacy page. */
export const privacyShellMessages = {
  title: 'Privacy',
  deletion: (date: string) => `This account will be deleted on ${date}.`,
  keep: 'Keep my account',
} as const;

/** Messages about the team and the role of the user outside the Team page. */
export const teamShellMessages = {
  title: 'Team',
  invite: 'Invite member',
  /** Name of the page of an invitation, which a user requested before signing in. */
  invitation: 'the invitation',
  forbiddenTitle: 'Not allowed',
  forbiddenHeading: 'Your role does not include this page',
  forbiddenText: 'Ask the owner or an admin of your organisation to change your role.',
  seeRights: 'See roles and rights',
  limited: {
    viewer: 'Your role is Viewer: you can see this organisation, but not change it.',
    billing:
      'Your role is Billing: you can see this organisation and manage its plan, but not capture.',
  },
} as const;

/** Messages of the banner of a status notice. */
export const noticeShellMessages = {
  kinds: {
    notice: 'Notice',
    degraded: 'Degraded',
    outage: 'Outage',
    maintenance: 'Maintenance',
  },
  details: 'Status page',
  dismiss: 'Dismiss notice',
} as const;
