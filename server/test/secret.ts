/** The secret of servers and commands in tests; one database belongs to one secret. */
export const testSecret = 'a secret of the tests, long enough for all';
