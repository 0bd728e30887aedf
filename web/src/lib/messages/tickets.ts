/** Messages of Help. Source: specification §2, §5, §8. */
export const ticketMessages = {
  columns: {
    title: 'Title',
    status: 'Status',
    attachments: 'Attachments',
    created: 'Date Created',
    actions: 'Actions',
  },
  table: 'Support tickets',
  noFiles: 'None',
  files: (count: number) => `${String(count)} file(s)`,
  view: (title: string) => `View details of ${title}`,
  delete: (title: string) => `Delete ${title}`,
  unread: 'New reply',
  unreadDot: (count: number) =>
    count === 1 ? '1 ticket with a new reply' : `${String(count)} tickets with a new reply`,

  emptyTitle: 'No Support Tickets',
  emptyText: 'Create your first ticket, and our team answers you here and by email.',
  loadFailed: 'Failed to load tickets',
  loadFailedHelp: 'Please try refreshing the page.',

  deleteType: 'ticket',
  deleteText: 'Are you sure you want to delete this ticket?',
  deleted: 'Ticket deleted successfully!',
  deleteFailed: 'Failed to delete ticket',
} as const;

/** Messages of the dialog that creates a ticket. */
export const ticketFormMessages = {
  create: 'Create Ticket',
  dialog: 'Create Support Ticket',
  lead: 'Submit your issue so our team can help you as soon as possible.',
  title: 'Title *',
  titleExample: 'e.g., Screenshot not working',
  titleLeft: (used: number, most: number) => `${String(used)}/${String(most)}`,
  description: 'Description',
  descriptionExample: 'What did you do, what did you expect, what happened?',
  images: 'Images',
  choose: 'Choose files',
  drop: 'or drop or paste them here',
  dropNow: 'Drop to add',
  imagesHelp: 'PNG, JPEG, WebP or GIF, each less than 10 MB.',
  count: (count: number, most: number) => `${String(count)}/${String(most)} images uploaded`,
  full: 'Maximum 3 images reached. Remove an image to add more.',
  tooMany: 'You can upload a maximum of 3 images.',
  tooBig: 'Each image must be less than 10 MB.',
  notAnImage: 'Only PNG, JPEG, WebP and GIF images can be added.',
  removeImage: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} was removed.`,
  undo: 'Undo',
  titleMissing: 'Title is required',
  submit: 'Submit',
  creating: 'Creating...',
  progress: 'Upload',
  uploading: (percent: number) => `Uploading, ${String(percent)} %`,
  received: 'Uploaded. The server is checking the images…',
  stop: 'Stop',
  created: 'Ticket created successfully!',
  createFailed: 'Failed to create ticket',

  olderDraft: 'A ticket you began earlier is kept.',
  backToDraft: 'Go on with it',
  featureRequest: 'Feature request: ',
  failedCapture: (facts: { code: string | null; requestId: string | null }) =>
    [
      facts.code !== null && `Code: ${facts.code}`,
      facts.requestId !== null && `Request id: ${facts.requestId}`,
    ]
      .filter(Boolean)
      .join('\n'),

  context: 'Send along what helps us find the cause',
  contextShow: 'What would be sent',
  contextParts: {
    page: 'Page you came from',
    lastFailedRequestId: 'Last failed capture',
    browser: 'Browser',
    plan: 'Plan',
  },
} as const;

/** Messages of the ticket dialog. */
export const ticketDetailMessages = {
  heading: (id: number) => `Ticket #${String(id)}`,
  created: (date: string) => `Created ${date}`,
  title: 'Title',
  description: 'Description',
  attachments: 'Attachments',
  attachmentCount: (count: number) => `Attachments (${String(count)})`,
  attachment: (number: number) => `Attachment ${String(number)}`,
  reply: "Team's Reply",
  noReply: 'No reply yet.',
  loadFailed: 'Failed to load the ticket',

  yourAnswers: 'Your answers since',
  earlier: (count: number) => `Earlier messages (${String(count)})`,
  you: 'You',
  team: 'Support team',
  answer: 'Your answer',
  answerHelp: 'Our team reads it here; you get an email when they reply.',
  send: 'Send answer',
  sending: 'Sending...',
  sent: 'Answer sent',
  sendFailed: 'Failed to send the answer',
  closed: 'This ticket is closed.',
  reopenUntil: (date: string) => `Not solved after all? You can open it again until ${date}.`,
  reopenNever: 'If it comes back, create a new ticket.',
  reopen: 'Reopen ticket',
  reopening: 'Reopening...',
  reopened: 'The ticket is open again',
  reopenFailed: 'Failed to reopen the ticket',
} as const;
