import { ShotwrightError } from '@shotwright/sdk';
import type { Command } from 'commander';
import type { CliContext, CommonOptions } from '../context.ts';
import { credentialsPath } from '../credentials.ts';
import { describeError } from '../output/describe-error.ts';
import { withCommonOptions } from './common-options.ts';

interface Check {
  readonly name: string;
  readonly isOk: boolean;
  readonly text: string;
}

/** Adds `doctor`, which checks the settings, the server and the key. */
export function addDoctorCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command('doctor'))
    .description(
      'check the settings, the server, the API key and a capture, which is deleted again',
    )
    .action(async (flags: CommonOptions) => {
      const checks: Check[] = [];
      const failed = await runChecks(context, flags, checks);
      const text = checks
        .map(({ name, isOk, text: detail }) => `${isOk ? 'ok   ' : 'FAIL '} ${name}  ${detail}`)
        .join('\n');
      context.output(flags).result({ text, json: { isOk: failed === undefined, checks } });
      if (failed !== undefined) throw failed;
    });
}

/** Adds the checks until one fails; returns its error. */
async function runChecks(
  context: CliContext,
  flags: CommonOptions,
  checks: Check[],
): Promise<unknown> {
  const steps = stepsOf(context, flags);
  for (const [name, check] of steps) {
    try {
      checks.push({ name, isOk: true, text: await check() });
    } catch (error) {
      checks.push({ name, isOk: false, text: describeError(error)[0] ?? '' });
      return error;
    }
  }
  return undefined;
}

function stepsOf(
  context: CliContext,
  flags: CommonOptions,
): readonly (readonly [string, () => Promise<string>])[] {
  const connect = () => context.connection(flags);
  return [
    ['Settings', async () => `server ${connect().url}, API key ${keyOriginOf(context)}`],
    [
      'Server and API key',
      async () => {
        const { client, call } = connect();
        const devices = await client.listDevices(call);
        return `reached, the key is valid, ${devices.length} devices`;
      },
    ],
    [
      'Usage',
      async () => {
        const { client, call } = connect();
        const { creditsAvailable } = await client.getUsage(call);
        if (creditsAvailable > 0) return `${creditsAvailable} credits left`;
        throw new ShotwrightError({
          code: 'insufficient_credits',
          message: 'The credits of this cycle are used up.',
          status: 402,
        });
      },
    ],
    [
      'Capture',
      async () => {
        const { client, call } = connect();
        const startedAt = performance.now();
        const shot = await client.capture({ html: '<h1>shotwright doctor</h1>' }, call);
        const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
        await client.deleteScreenshot(shot.id, call);
        return `finished in ${seconds} s, charged ${shot.creditsCharged}; deleted ${shot.id}`;
      },
    ],
  ];
}

function keyOriginOf({ process: { environment } }: CliContext): string {
  return environment['SHOTWRIGHT_API_KEY']
    ? 'of SHOTWRIGHT_API_KEY'
    : `of ${credentialsPath(environment)}`;
}
