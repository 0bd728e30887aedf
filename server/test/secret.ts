/** Secret of servers and commands in tests; a database belongs to one secret. */
export const testSecret = 'a secret of the tests, long enough for all';
