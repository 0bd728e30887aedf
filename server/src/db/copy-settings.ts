/**
 * Settings of a session that copies whole tables: no statement timeout, and the same text format on
 * every server.
 */
export const sessionSettings = `
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set client_encoding = 'UTF8';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set bytea_output = 'hex';
  set extra_float_digits = 3`;

/** Table that exists while a restore fills the database, and after an interrupted restore. */
export const restoreMarker = 'restore_in_progress';
