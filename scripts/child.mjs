import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * One Ctrl-C arrives several times (terminal and npm both send it); only a later one counts as a
 * second Ctrl-C.
 */
const duplicateSignalMs = 800;
const parentPollIntervalMs = 500;

/**
 * Runs a program to its end with this process's streams and forwards SIGINT and SIGTERM exactly
 * once; a second Ctrl-C kills it. The program gets a separate process group, so that only this
 * process signals it, and an IPC channel whose closing shows that this process has exited.
 *
 * @param {string} command program
 * @param {readonly string[]} args its arguments
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, ipc?: boolean }} [options] `ipc` only for Node programs
 * @returns {Promise<number>} its exit code (128 + signal number if a signal ended it)
 */
export function runForeground(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: options.ipc === true ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  });
  const stopForwarding = forwardSignals(child);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      stopForwarding();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      stopForwarding();
      resolve(code ?? 128 + (constants.signals[signal ?? 'SIGKILL'] ?? 0));
    });
  });
}

/** @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  let firstAt;
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      child.kill(signal);
    } else if (now - firstAt > duplicateSignalMs) {
      killGroup(child);
    }
  };
  process.on('SIGINT', forward);
  process.on('SIGTERM', forward);
  const stopWatching = watchNpm(() => forward('SIGTERM'));
  return () => {
    stopWatching();
    process.off('SIGINT', forward);
    process.off('SIGTERM', forward);
  };
}

/**
 * Calls `onParentExit` once if npm was killed with SIGKILL: npm cannot forward that signal, but this
 * process gets another parent.
 *
 * @param {() => void} onParentExit
 * @returns {() => void} stops watching
 */
export function watchNpm(onParentExit) {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    onParentExit();
  }, parentPollIntervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** @param {import('node:child_process').ChildProcess} child */
function killGroup(child) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/**
 * Runs a program to its end without showing its output.
 *
 * @param {string} command program
 * @param {readonly string[]} args its arguments
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number, output: string }>} exit code and the output of both streams
 */
export function runQuietly(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const append = (chunk) => {
    output = (output + chunk).slice(-200_000);
  };
  child.stdout.setEncoding('utf8').on('data', append);
  child.stderr.setEncoding('utf8').on('data', append);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
