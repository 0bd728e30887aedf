import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import type { CliContext, CliProcess, CommonOptions, Connection } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { withCommonOptions } from './common-options.ts';

interface OpenFlags extends CommonOptions {
  readonly print?: boolean;
}

const screenshotId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Adds `open`. */
export function addOpenCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command('open'))
    .description('open the dashboard, one of its pages or the image of a screenshot in the browser')
    .argument('[page]', 'page such as files or /docs, or the ID of a screenshot')
    .option('--print', 'only print the URL')
    .action(async (page: string | undefined, flags: OpenFlags) => {
      const url = await urlOf(page, context.connection(flags));
      const isOpened = !flags.print && (await openInBrowser(url, context.process));
      context
        .output(flags)
        .result({ text: isOpened ? `Opened ${url}` : url, json: { url, isOpened } });
    });
}

/** Returns the URL of a page of the dashboard; an empty name is its first page. */
export function dashboardUrl(serverUrl: string, page: string): string {
  const base = serverUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  return `${base}/dashboard${page === '' ? '' : `/${page}`}`;
}

async function urlOf(page = '', { url, client, call }: Connection): Promise<string> {
  if (screenshotId.test(page)) {
    const { screenshotUrl, status } = await client.getScreenshot(page, call);
    if (screenshotUrl) return screenshotUrl;
    throw new UsageError(`The screenshot ${page} has no image: its status is ${status}.`);
  }
  if (!page.startsWith('/')) return dashboardUrl(url, page);
  const target = new URL(page, url);
  if (target.origin === new URL(url).origin) return target.href;
  throw new UsageError('page: must be a page of the server, such as files or /docs.');
}

/** Returns true if a browser was started. */
async function openInBrowser(url: string, { environment }: CliProcess): Promise<boolean> {
  const launcher = launcherOf(environment);
  if (launcher === undefined) return false;
  const [program, ...args] = launcher;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.unref();
  const started = Promise.withResolvers<boolean>();
  child.once('spawn', () => started.resolve(true)).once('error', () => started.resolve(false));
  return started.promise;
}

/** Returns the program that opens a URL, with its first arguments; undefined without a display. */
function launcherOf(
  environment: CliProcess['environment'],
): readonly [string, ...string[]] | undefined {
  if (process.platform === 'darwin') return ['open'];
  // `start` is a part of the shell, which would interpret the & of a URL.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}
