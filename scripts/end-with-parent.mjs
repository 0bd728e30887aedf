/*
 * Preloaded into what scripts/setup.mjs starts: when the starter dies without a word (kill -9), end in good order.
 * Processes forked from there are given the same preload; they have another parent and are left alone.
 */
if (process.env.SHOTWRIGHT_STARTER_PID === String(process.ppid) && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
