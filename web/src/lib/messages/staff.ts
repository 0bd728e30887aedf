/** Messages of the staff area. */
export const staffMessages = {
  area: 'Support team',
  navigation: 'Support team',
  tickets: 'Tickets',
  coupons: 'Coupons',
  news: 'News',
  toDashboard: 'Back to dashboard',
} as const;

/** Messages of the warning about workers whose browsers are not isolated. */
export const isolationMessages = {
  count: (count: number, total: number) =>
    total === 1
      ? 'The worker does not isolate its browsers.'
      : `${String(count)} of ${String(total)} workers do not isolate their browsers.`,
  risk: 'A page that breaks out of its browser reaches the network and the files of the server.',
  off: 'ISOLATION=off is set. It is only for hosts that already confine the browsers.',
  unavailable:
    'The system does not allow isolation. Run “npm run admin -- doctor” on its host: it names the setting to change.',
} as const;

/** Messages of the ticket queue. */
export const staffQueueMessages = {
  lead: 'Longest-waiting tickets first.',
  table: 'Tickets of all customers',
  columns: {
    ticket: 'Ticket',
    from: 'From',
    status: 'Status',
    waiting: 'Last message',
    assignee: 'Assignee',
    opened: 'Opened',
  },
  waiting: 'Awaiting reply',
  unassigned: 'Unassigned',
  count: (count: number) => `${String(count)} ${count === 1 ? 'ticket' : 'tickets'}`,

  search: 'Search tickets',
  status: 'Status',
  anyStatus: 'Any status',
  statuses: { OPEN: 'Open', IN_PROGRESS: 'In progress', CLOSED: 'Closed' },
  plan: 'Plan',
  anyPlan: 'Any plan',
  plans: {
    free: 'Free',
    basic: 'Basic',
    advanced: 'Advanced',
    lifetime: 'Lifetime',
    enterprise: 'Enterprise',
  },
  age: 'Age',
  ages: {
    any: 'Any age',
    '1': 'Older than a day',
    '3': 'Older than 3 days',
    '7': 'Older than a week',
    '30': 'Older than a month',
  },
  unanswered: 'Unanswered only',

  emptyTitle: 'No tickets yet',
  emptyText: 'Customer tickets will appear here.',
  noMatchTitle: 'No matching tickets',
  noMatchText: 'Try another search or fewer filters.',
  clear: 'Clear filters',
  loadFailed: 'Failed to load the tickets',
} as const;

/** Messages of a ticket in the staff area. */
export const staffTicketMessages = {
  heading: (id: number, title: string) => `#${String(id)} ${title}`,
  headingAlone: (id: number) => `Ticket #${String(id)}`,
  back: 'All tickets',
  from: (name: string, email: string) => `${name} · ${email}`,
  opened: (date: string) => `Opened ${date}`,
  loadFailed: 'Failed to load the ticket',
  status: 'Status',
  statusSet: 'Status updated',
  statusFailed: 'Failed to update the status',
  take: 'Assign to me',
  unassign: 'Unassign',
  takenBy: (name: string) => `Assigned to ${name}`,
  taken: 'Ticket assigned to you',
  unassigned: 'Ticket unassigned',
  assignFailed: 'Failed to change the assignee',

  conversation: 'Conversation',
  customer: 'Customer',
  team: 'Team',
  note: 'Internal note',
  noteHidden: 'Never visible to the customer.',
  context: 'Attached context',
  noDescription: 'No description.',

  reply: 'Reply',
  replyHelp: 'Markdown is supported. The customer is notified by email.',
  write: 'Write',
  preview: 'Preview',
  previewFailed: 'Failed to preview the reply',
  tools: 'Formatting',
  formats: {
    bold: 'Bold',
    heading: 'Heading',
    list: 'List',
    link: 'Link',
    code: 'Code',
  },
  thenStatus: 'and set status to',
  keepStatus: 'Keep status',
  send: 'Send reply',
  sending: 'Sending...',
  sent: 'Reply sent',
  sendFailed: 'Failed to send the reply',
  noteText: 'Note',
  addNote: 'Add note',
  adding: 'Adding...',
  noteAdded: 'Note added',
  noteFailed: 'Failed to add the note',

  saved: 'Saved replies',
  savedLead: 'Insert a saved reply, or save the one you are writing.',
  savedEmpty: 'No saved replies yet.',
  savedFailed: 'Failed to load saved replies',
  insert: 'Insert',
  insertNamed: (name: string) => `Insert ${name}`,
  deleteNamed: (name: string) => `Delete ${name}`,
  savedType: 'saved reply',
  savedName: 'Save this reply as',
  save: 'Save',
  saving: 'Saving...',
  savedDone: 'Reply saved',
  saveFailed: 'Failed to save the reply',
  savedDeleted: 'Saved reply deleted',
  deleteFailed: 'Failed to delete the saved reply',
} as const;

/** Messages of the customer panel next to a ticket. */
export const staffCustomerMessages = {
  title: 'Customer',
  plan: 'Plan',
  credits: 'Credits',
  creditsLeft: (available: string, granted: string) => `${available} left of ${granted}`,
  since: 'Customer since',
  captures: 'Last captures',
  noCaptures: 'No captures yet.',
  failed: (count: number, all: number) => `${String(count)} of ${String(all)} failed`,
  html: 'HTML',
  copyId: 'Copy request ID',
  otherTickets: 'Other tickets',
  noOtherTickets: 'No other tickets.',
} as const;
