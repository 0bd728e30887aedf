/*
 * Preloaded into processes started by scripts/setup.mjs: exits gracefully if the starter is killed
 * (kill -9).
 * Processes forked from these inherit the preload, but have another parent and are not affected.
 */
if (process.env.SHOTWRIGHT_STARTER_PID === String(process.ppid) && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
