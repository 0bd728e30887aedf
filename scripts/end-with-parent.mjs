/* Preloaded into what scripts/child.mjs starts: when the starter dies without a word (kill -9), end in good order. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
