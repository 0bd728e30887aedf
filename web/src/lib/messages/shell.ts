/** Words of the dashboard's frame. Source: specification §2. */
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
  sessions: 'Sessions',
  notifications: 'Notifications',
  shortcuts: 'Keyboard shortcuts',
  docs: 'Docs',
  status: 'Status',
  creditsMeter: (used: string, total: string) => `${used} / ${total}`,
  creditsMeterLabel: 'Credits used this cycle',
  creditsReset: (date: string) => `New credits on ${date}`,

  sessionsLead: 'Devices that are signed in to your account.',
  thisDevice: 'This device',
  signOutDevice: 'Sign out',
  signOutAll: 'Sign out of all devices',
  lastSeen: (age: string) => `Last seen ${age}`,
  unknownDevice: 'Unknown device',

  notificationsLead: 'The last 50 notifications of this visit.',
  noNotifications: 'What the dashboard tells you will be kept here.',

  shortcutsLead: 'Press g, then a letter, to go to a page.',
  shortcutSidebar: 'Collapse or expand the sidebar',
  shortcutSheet: 'Show this sheet',
  shortcutGoTo: (page: string) => `Go to ${page}`,
} as const;

/** Titles and lead sentences of the dashboard's pages. */
export const pageMessages = {
  playground: {
    title: 'Playground',
    lead: 'Try a capture: choose a page, set the options, look at the picture.',
  },
  apiKeys: { title: 'API Keys', lead: 'Keys let your programs ask for screenshots over HTTP.' },
  files: { title: 'File Manager', lead: 'Every screenshot of your projects, newest first.' },
  savedSettings: {
    title: 'Saved Settings',
    lead: 'Capture options kept under a name, ready to use again.',
  },
  webhooks: { title: 'Webhooks', lead: 'Addresses that are told when a screenshot is ready.' },
  billing: { title: 'Billing & Plans', lead: 'Your plan, your credits and what else there is.' },
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
