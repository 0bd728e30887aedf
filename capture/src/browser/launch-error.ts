/** Details of a browser that did not start. */
export interface LaunchFailure {
  readonly path: string;
  readonly spawnError: Error | undefined;
  /** Output of the browser on stderr. */
  readonly stderr: string;
}

/** Returns one sentence that explains why a browser did not start and how to fix it. */
export function launchError({ path, spawnError, stderr }: LaunchFailure): string {
  if (spawnError !== undefined) return `${path} cannot be started: ${spawnError.message}.`;
  if (
    /No usable sandbox|without --no-sandbox|setuid_sandbox|zygote_host|credentials\.cc/.test(stderr)
  ) {
    return (
      `The sandbox of ${path} cannot start on this host, and no page is opened without it. Allow unprivileged user namespaces ` +
      '(sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0; in a container a seccomp ' +
      'profile that permits them), install the setuid helper (package chromium-sandbox), or, only where the host confines the ' +
      "browser already, set the sandbox option to 'off'."
    );
  }
  const library = /error while loading shared libraries: ([^:\s]+)/.exec(stderr)?.[1];
  if (library !== undefined)
    return `${path} needs the library ${library}; install the package that contains it.`;
  const lastLine = stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
  return `${path} did not start in time${lastLine === '' ? '' : `; its last output: ${lastLine}`}.`;
}
