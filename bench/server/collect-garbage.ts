// Imported into a server before its program, with --expose-gc: an idle server collects no garbage by itself.
// The server ends at the signals for programs; this one has no other use.
process.on('SIGURG', () => globalThis.gc?.());
