import type {
  EndpointData,
  EndpointRequest,
  endpoints,
  staffEndpoints,
} from '@shotwright/contract';

// The staff operations are not part of the published API documents.
type Operations = typeof endpoints & typeof staffEndpoints;
type EndpointPath<E extends { method: string; path: string }> = `${E['method']} ${E['path']}`;

/**
 * Method and path of each operation that the dashboard calls. The compiler checks every line
 * against the contract; its schemas stay out of the bundle.
 */
export const endpointPaths = {
  login: 'POST /auth/login',
  googleLogin: 'POST /auth/google/login',
  googleSignup: 'POST /auth/google/signup',
  requestCaptcha: 'GET /auth/captcha',
  verifyEmail: 'POST /auth/verify-email',
  resendCode: 'POST /auth/verify-email/resend',
  signup: 'POST /auth/signup',
  forgotPassword: 'POST /auth/forgot-password',
  resetPassword: 'POST /auth/reset-password',
  listSessions: 'GET /auth/sessions',
  endSession: 'DELETE /auth/sessions/{id}',
  endAllSessions: 'POST /auth/sessions/end-all',
  getProfile: 'GET /users/profile',
  updateProfile: 'PATCH /users/profile',
  getOverview: 'GET /dashboards/overview',
  listCaptureDays: 'GET /dashboards/capture-days',
  dismissOnboarding: 'POST /dashboards/onboarding/dismiss',
  listDeviceNames: 'GET /dashboards/supported-devices',
  listDevices: 'GET /devices',
  listProjects: 'GET /projects/list',
  createProject: 'POST /projects',
  deleteProject: 'DELETE /projects/{id}',
  listApiKeys: 'GET /api-keys',
  createApiKey: 'POST /api-keys',
  updateApiKey: 'PATCH /api-keys/{id}',
  rotateApiKey: 'POST /api-keys/{id}/rotate',
  deleteApiKey: 'DELETE /api-keys/{id}',
  listSavedSettings: 'GET /screenshot-settings/list',
  createSavedSetting: 'POST /screenshot-settings',
  updateSavedSetting: 'PUT /screenshot-settings/{id}',
  deleteSavedSetting: 'DELETE /screenshot-settings/{id}',
  listWebhooks: 'GET /webhooks',
  createWebhook: 'POST /webhooks',
  setWebhookStatus: 'PATCH /webhooks/status',
  sendWebhookSample: 'POST /webhooks/sample',
  updateWebhook: 'PATCH /webhooks/{id}',
  deleteWebhook: 'DELETE /webhooks/{id}',
  getWebhookSecret: 'GET /webhooks/{id}/secret',
  rotateWebhookSecret: 'POST /webhooks/{id}/rotate',
  listWebhookDeliveries: 'GET /webhooks/{id}/deliveries',
  getWebhookDelivery: 'GET /webhooks/{id}/deliveries/{deliveryId}',
  resendWebhookDelivery: 'POST /webhooks/{id}/deliveries/{deliveryId}/resend',
  resendFailedDeliveries: 'POST /webhooks/{id}/resend-failed',
  listFiles: 'GET /projects/files',
  deleteFiles: 'DELETE /projects/files',
  downloadFile: 'POST /projects/files/download',
  zipFiles: 'POST /projects/files/zip',
  moveFiles: 'POST /projects/files/move',
  createPublicLink: 'POST /projects/files/{id}/public-link',
  revokePublicLink: 'DELETE /projects/files/{id}/public-link',
  listScreenshots: 'GET /screenshots',
  getScreenshot: 'GET /screenshots/{id}',
  cancelScreenshot: 'POST /screenshots/{id}/cancel',
  retryScreenshot: 'POST /screenshots/{id}/retry',
  captureUrlFromDashboard: 'POST /screenshots/dashboard',
  captureHtmlFromDashboard: 'POST /html-to-image/dashboard',
  redeemCoupon: 'POST /offers/redeem',
  getSubscription: 'GET /subscriptions/status',
  createCheckoutSession: 'POST /subscriptions/create-checkout-session',
  confirmCheckout: 'POST /subscriptions/confirm-checkout',
  previewPlanChange: 'POST /subscriptions/preview-change',
  changePlan: 'POST /subscriptions/change',
  cancelSubscription: 'POST /subscriptions/cancel',
  resumeSubscription: 'POST /subscriptions/resume',
  openBillingPortal: 'POST /subscriptions/portal',
  listInvoices: 'GET /subscriptions/invoices',
  getUsage: 'GET /credits/usage',
  listCreditLedger: 'GET /credits/ledger',
  exportCreditLedger: 'GET /credits/ledger.csv',
  createTicket: 'POST /help/tickets',
  getTicket: 'GET /help/tickets/{id}',
  deleteTicket: 'DELETE /help/tickets/{id}',
  answerTicket: 'POST /help/tickets/{id}/messages',
  reopenTicket: 'POST /help/tickets/{id}/reopen',
  listTickets: 'GET /help/tickets',
  listStaffTickets: 'GET /staff/tickets',
  getStaffTicket: 'GET /staff/tickets/{id}',
  setTicketStatus: 'PATCH /staff/tickets/{id}/status',
  assignTicket: 'PATCH /staff/tickets/{id}/assignee',
  replyToTicket: 'POST /staff/tickets/{id}/replies',
  previewReply: 'POST /staff/replies/preview',
  addTicketNote: 'POST /staff/tickets/{id}/notes',
  listSavedReplies: 'GET /staff/saved-replies',
  createSavedReply: 'POST /staff/saved-replies',
  deleteSavedReply: 'DELETE /staff/saved-replies/{id}',
  listCoupons: 'GET /staff/coupons',
  createCoupon: 'POST /staff/coupons',
  createCouponBatch: 'POST /staff/coupons/batch',
  disableCoupon: 'POST /staff/coupons/{id}/disable',
  listCouponRedemptions: 'GET /staff/coupons/{id}/redemptions',
} as const satisfies { [K in keyof Operations]?: EndpointPath<Operations[K]> };

/** Operation that the dashboard can call. */
export type OperationId = keyof typeof endpointPaths;

type Defined<T> = T extends undefined ? unknown : T;
type Parts<R> = { [K in keyof R as R[K] extends undefined ? never : K]: Defined<R[K]> };

/** Request of an operation: its `params`, `query` and `body`, each only if it exists. */
export type RequestOf<K extends OperationId> = Parts<EndpointRequest<Operations[K]>>;
/** Response data of an operation. */
export type DataOf<K extends OperationId> = EndpointData<Operations[K]>;
