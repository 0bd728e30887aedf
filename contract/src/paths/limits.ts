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
