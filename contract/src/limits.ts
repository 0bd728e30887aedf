/**
 * Limits of a capture request. Sizes in bytes of UTF-8 unless the name states another unit. Source:
 * specification §5, §9.
 */
export const captureLimits = {
  urlLength: 2_048,
  htmlBytes: 2 * 1024 * 1024,
  injectBytes: 256 * 1024,
  selectorBytes: 1_024,
  headerCount: 50,
  headerBytes: 16 * 1024,
  widthPx: { min: 100, max: 7_680, default: 1_280 },
  heightPx: { min: 100, max: 4_320, default: 720 },
  delaySeconds: { min: 0, max: 60 },
  waitSeconds: { min: 0, max: 25 },
} as const;

/** Limits of typed names and lists. Units: characters or items. */
export const textLimits = {
  name: 100,
  description: 1_000,
  personName: 100,
  email: 254,
  password: { min: 8, max: 128 },
  idempotencyKey: 255,
  searchText: 2_048,
} as const;

/** Maximum rows of one page of a list, and maximum rows of the dashboard's file list. */
export const listLimits = {
  pageSize: { max: 100, default: 25 },
  dashboardFiles: 10_000,
  deletedAtOnce: 10_000,
} as const;

/** Limits of a verification code. Source: specification §5, §9. */
export const verificationCode = {
  digits: 6,
  expiresInMinutes: 10,
  maxTries: 5,
  maxSentPerHour: 5,
} as const;

/** Limits of webhooks. Source: specification §3, `docs/acceptance.md` WH-10, AP-25. */
export const webhookLimits = {
  urlLength: 2_048,
  perOrganization: 20,
  projects: 500,
  attempts: 10,
  samplesPerMinute: 5,
  /** Stored and displayed part of a receiver's response body. */
  answerBytes: 2_048,
  /** Finished deliveries are deleted after this time. Unit: days. */
  keptDays: 30,
} as const;

/** Limits of support tickets. Source: specification §5, §9; acceptance HP-14. */
export const ticketLimits = {
  titleLength: 200,
  descriptionLength: 10_000,
  messageLength: 20_000,
  images: 3,
  /** An image must be smaller than this. Unit: bytes. */
  imageBytes: 10 * 1024 * 1024,
  imagePixels: 40_000_000,
  reopenDays: 14,
} as const;

/** Limits of coupons. */
export const couponLimits = {
  codeLength: 40,
  credits: 1_000_000,
  uses: 1_000_000,
  noteLength: 1_000,
  batch: 1_000,
  triesPerHour: 10,
} as const;

/** Replaces stored secrets in every response: custom header values and proxy passwords. */
export const secretMask = '***';
