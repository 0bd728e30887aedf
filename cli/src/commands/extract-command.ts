import { writeFile } from 'node:fs/promises';
import { ShotwrightError, type Screenshot } from '@shotwright/sdk';
import { optionTable } from '@shotwright/sdk/options';
import { Option, type Command } from 'commander';
import { addCaptureFlags, readCaptureFlags } from '../capture-flags.ts';
import type { CliContext, ClientCall, CommonOptions } from '../context.ts';
import { withCommonOptions } from './common-options.ts';

/** Default time for the download of the content. */
const linkTimeoutMs = 60_000;

interface ExtractFlags extends CommonOptions {
  readonly as: string;
  readonly output?: string;
}

const formats = optionTable.find(({ name }) => name === 'extract')?.choices ?? [];

/** Adds `extract`. */
export function addExtractCommand(program: Command, context: CliContext): void {
  const extract = withCommonOptions(program.command('extract'))
    .description('capture a web page and print its content')
    .argument('<url>', 'URL of the page')
    .addOption(
      new Option('--as <format>', 'form of the content').choices(formats).default('markdown'),
    )
    .option('-o, --output <path>', 'file of the content; otherwise the standard output');
  addCaptureFlags(extract, 'URL');
  extract.action(async (url: string, flags: ExtractFlags) => {
    const { client, call } = context.connection(flags);
    const output = context.output(flags);
    const wanted = { ...readCaptureFlags(extract, 'URL'), url };
    const options = Object.assign(wanted, { extract: [flags.as] });
    const { screenshot, content } = await output.withProgress(`Capturing ${url}`, async () => {
      const made = await client.capture(options, call);
      return { screenshot: made, content: await readExtract(made, flags.as, call) };
    });
    if (flags.output !== undefined) {
      await writeFile(flags.output, content);
      const json = { ...screenshot, path: flags.output };
      return output.result({ text: flags.output, json });
    }
    if (flags.json) return output.result({ text: '', json: { ...screenshot, content } });
    return output.bytes(Buffer.from(content.endsWith('\n') ? content : `${content}\n`));
  });
}

async function readExtract(
  { id, extracts, report }: Screenshot,
  name: string,
  call: ClientCall,
): Promise<string> {
  const url = extracts?.[name]?.url;
  const content = url === undefined ? undefined : await readLink(url, call);
  if (content !== undefined) return content;
  const [warning] = report?.warnings?.filter(({ option }) => option === 'extract') ?? [];
  throw new ShotwrightError({
    code: 'file_not_found',
    message: warning?.message ?? `The server could not return ${name} of this page.`,
    screenshotId: id,
  });
}

/**
 * Returns the text of a signed link, which needs no key; undefined if it no longer exists. Throws a
 * {@link ShotwrightError}.
 */
async function readLink(
  url: string,
  { signal, timeoutMs = linkTimeoutMs }: ClientCall,
): Promise<string | undefined> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, timeout]) });
    if (response.ok) return await response.text();
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    const { host } = new URL(url);
    throw new ShotwrightError({
      code: timeout.aborted ? 'deadline_exceeded' : 'connection_failed',
      message: timeout.aborted
        ? `The content did not arrive from ${host} within ${timeoutMs / 1_000} s.`
        : `The connection to ${host} failed before the content was complete.`,
      isRetryable: true,
      cause: error,
    });
  }
}
