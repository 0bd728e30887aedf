/** Returns a sentence that names the member who created a ticket. */
const createdBy = (member: string) => `Created by ${member}`;

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
  by: createdBy,
  view: (title: string) => `View details of ${title}`,
  delete: (title: string) => `Delete ${title}`,
  unread: 'New reply',
  unreadDot: (count: number) =>
    count === 1 ? '1 ticket with a new reply' : `${String(count)} tickets with a new reply`,

  emptyTitle: 'No Support Tickets',
  emptyText: 'Create your first ticket. Our team will reply here and by email.',
  loadFailed: 'Failed to load tickets',
  loadFailedHelp: 'Please try refreshing the page.',

  deleteType: 'ticket',
  deleteText: 'Are you sure you want to delete this ticket?',
  deleted: 'Ticket deleted successfully!',
  deleteFailed: 'Failed to delete ticket',
} as const;

/** Messages of the pages suggested for a new ticket. */
export const docsSuggestionMessages = {
  label: 'These pages may help',
  count: (count: number, title: string) =>
    `${count === 1 ? 'One page' : `${String(count)} pages`} of the documentation may help: ${title}`,
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

  olderDraft: 'You have an unsent draft.',
  backToDraft: 'Continue draft',
  featureRequest: 'Feature request: ',
  failedCapture: (facts: { code: string | null; requestId: string | null }) =>
    [
      facts.code !== null && `Code: ${facts.code}`,
      facts.requestId !== null && `Request ID: ${facts.requestId}`,
    ]
      .filter(Boolean)
      .join('\n'),

  context: 'Include details that help us find the cause',
  contextShow: 'Show what will be sent',
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
  by: createdBy,
  title: 'Title',
  description: 'Description',
  attachments: 'Attachments',
  attachmentCount: (count: number) => `Attachments (${String(count)})`,
  attachment: (number: number) => `Attachment ${String(number)}`,
  reply: "Team's Reply",
  noReply: 'No reply yet.',
  loadFailed: 'Failed to load the ticket',

  yourReplies: 'Your replies since',
  repliesSince: 'Replies since',
  earlier: (count: number) => `Earlier messages (${String(count)})`,
  you: 'You',
  team: 'Support team',
  replyLabel: 'Your reply',
  replyHelp: 'You will get an email when our team replies.',
  replyHelpOf: (member: string) => `${member} will get an email when our team replies.`,
  send: 'Send reply',
  sending: 'Sending...',
  sent: 'Reply sent',
  sendFailed: 'Failed to send the reply',
  closed: 'This ticket is closed.',
  reopenUntil: (date: string) => `Not solved? You can reopen it until ${date}.`,
  reopenNever: 'If the problem returns, create a new ticket.',
  reopen: 'Reopen ticket',
  reopening: 'Reopening...',
  reopened: 'Ticket reopened',
  reopenFailed: 'Failed to reopen the ticket',
} as const;
