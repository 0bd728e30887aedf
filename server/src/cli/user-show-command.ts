import type { Command } from 'commander';
import type { Customer } from '../features/staff/customers.service.ts';
import { email } from './arguments.ts';
import { forTerminal } from './terminal-text.ts';
import type { Output, WithAdminContext } from './admin-context.ts';

/** Adds `user show`: the support team's view of a customer, without secrets. */
export function addUserShow(user: Command, withContext: WithAdminContext): void {
  user
    .command('show')
    .description('show the plan, credits, last captures and tickets of an account')
    .requiredOption('--email <email>', 'email address of the account', email)
    .option('--json', 'print one line of JSON')
    .action((given: Output & { email: string }) =>
      withContext(given, async ({ features }) => {
        const { userId } = await features.accounts.admin.getAccount(given.email);
        const customer = await features.customers.get(userId);
        return { json: customer, text: textOf(customer, features.isBillingOn) };
      }),
    );
}

function textOf(customer: Customer, isBillingOn: boolean): string {
  const { captures, tickets } = customer;
  const failed = captures.filter(({ status }) => status === 'FAILED').length;
  return [
    `${forTerminal(customer.name)} <${customer.email}>${customer.isStaff ? ', support team' : ''}`,
    `Account ${customer.userId}, organisation ${customer.organizationId}, since ${customer.memberSince.toISOString()}`,
    ...(isBillingOn
      ? [
          `Plan ${customer.planName}: ${customer.creditsAvailable} credits left of ${customer.creditsGranted} in this cycle`,
        ]
      : []),
    `Last ${captures.length} captures, ${failed} failed`,
    ...captures.map(({ id, status, code, url }) =>
      ['', id, status, code ?? '-', url === null ? 'HTML' : forTerminal(url)].join('  '),
    ),
    `Last ${tickets.length} tickets`,
    ...tickets.map(({ id, status, title }) =>
      ['', `#${id}`, status, forTerminal(title)].join('  '),
    ),
  ].join('\n');
}
