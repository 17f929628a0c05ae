/**
 * Loaded into a process that the launcher started: when the launcher is gone without a word (killed), the
 * process is asked to stop in order, rather than left to hold its port. The channel itself keeps nobody alive.
 */
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
