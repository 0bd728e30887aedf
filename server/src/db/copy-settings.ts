/** Settings of a session that copies whole tables: no deadline for a statement, and one text format on every server. */
export const sessionSettings = `
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set client_encoding = 'UTF8';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set bytea_output = 'hex';
  set extra_float_digits = 3`;

/** Exists while a restore fills the database, and after one that was interrupted. */
export const restoreMarker = 'restore_in_progress';
