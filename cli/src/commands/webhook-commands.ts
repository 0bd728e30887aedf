import { readFile } from 'node:fs/promises';
import { verifyWebhook } from '@shotwright/sdk';
import { Option, type Command } from 'commander';
import type { CliContext, CommonOptions } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { listen, type ListenFlags } from './webhook-listener.ts';
import { readAll } from './capture-commands.ts';
import { withCommonOptions } from './common-options.ts';

interface VerifyFlags {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly tolerance: string;
  readonly json?: boolean;
}

interface TriggerFlags extends CommonOptions {
  readonly event: string;
}

const sampleTypes = ['webhook.test', 'screenshot.completed', 'screenshot.failed'];

/** Adds `webhooks listen`, `webhooks trigger` and `webhooks verify`. */
export function addWebhookCommands(program: Command, context: CliContext): void {
  const webhooks = program.command('webhooks').description('webhooks');
  webhooks
    .command('listen')
    .description('forward the events of captures to a program on this machine, until Ctrl-C')
    .requiredOption('--forward-to <url>', 'URL to which each event is posted, once')
    .option('--server <url>', 'URL of the server; instead of SHOTWRIGHT_URL')
    .option('--json', 'print one line of JSON for each event')
    .action((flags: ListenFlags) => listen(context, flags));
  withCommonOptions(webhooks.command('trigger').argument('<url>', 'URL of the receiver'))
    .description(
      'send a signed sample event to a URL that the server reaches, and print the response',
    )
    .addOption(new Option('--event <type>', 'type').choices(sampleTypes).default(sampleTypes[0]))
    .action((url: string, flags: TriggerFlags) => trigger(context, url, flags));
  webhooks
    .command('verify')
    .description(
      'verify the signature of a received webhook; the secret is SHOTWRIGHT_WEBHOOK_SECRET',
    )
    .argument('<file>', 'body exactly as received; - reads the standard input')
    .requiredOption('--id <id>', 'value of the header webhook-id')
    .requiredOption('--timestamp <seconds>', 'value of the header webhook-timestamp')
    .requiredOption('--signature <signatures>', 'value of the header webhook-signature')
    .option('--tolerance <seconds>', 'greatest age of the webhook', '300')
    .option('--json', 'print one line of JSON')
    .action(async (file: string, flags: VerifyFlags) => {
      const secret = context.process.environment['SHOTWRIGHT_WEBHOOK_SECRET'];
      if (!secret) throw new UsageError('The secret is missing: set SHOTWRIGHT_WEBHOOK_SECRET.');
      const tolerance = Number(flags.tolerance);
      if (!(tolerance >= 0)) throw new UsageError('--tolerance: must be a number of seconds.');
      const event = await verifyWebhook({
        body: file === '-' ? await readAll(context.process.stdin) : await readFile(file),
        headers: {
          'webhook-id': flags.id,
          'webhook-timestamp': flags.timestamp,
          'webhook-signature': flags.signature,
        },
        secret: secret.split(/[\s,]+/),
        toleranceSeconds: tolerance,
      });
      context.output(flags).result({
        text: `The signature is valid: ${event.type} of ${event.timestamp}`,
        json: event,
      });
    });
}

async function trigger(context: CliContext, url: string, flags: TriggerFlags): Promise<void> {
  const { client, call } = context.connection(flags);
  const sample = await client.sendWebhookSample(url, flags.event, call);
  const { statusCode, durationMs, error } = sample.answer;
  const answer = error?.message ?? `The receiver returned ${statusCode}.`;
  if (!sample.isDelivered) throw new Error(`The sample was not delivered: ${answer}`);
  context.output(flags).result({
    text: `Delivered ${flags.event} to ${url}: ${statusCode}, ${durationMs} ms`,
    json: sample,
  });
}
