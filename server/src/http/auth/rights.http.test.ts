import { endpoints, hasRight, memberRoles, rightOf, type Endpoint } from '@shotwright/contract';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionHeaders, startHttpServer, type HttpServer } from '../../../test/http-server.ts';
import { AppError } from '../../shared/app-error.ts';
import { route } from '../route.ts';

const operations = Object.values<Endpoint>(endpoints).filter(({ auth }) =>
  auth.startsWith('session'),
);
const reached = () =>
  Promise.reject(new AppError({ code: 'conflict', message: 'The handler was reached.' }));
const routes = operations.map((endpoint) => route(endpoint, reached));

const idsWith = (right: string): string[] =>
  operations.filter((one) => rightOf(one) === right).map(({ operationId }) => operationId);

describe('the table of the guide', () => {
  it('[TM-2] states the rights of each role', async () => {
    const guide = await readFile(new URL('../../../../docs/site/team.md', import.meta.url), 'utf8');
    const rows = guide.split('\n').filter((line) => /\| (yes|no) +\|/.test(line));
    const given = rows.map((row) =>
      row
        .split('|')
        .slice(2, -1)
        .map((cell) => cell.trim()),
    );
    const shown = ['view', 'edit', 'integrate', 'billing', 'team', 'own'] as const;
    expect(given).toEqual(
      shown.map((right) => memberRoles.map((role) => (hasRight(role, right) ? 'yes' : 'no'))),
    );
  });
});

describe('rights of operations', () => {
  it('[TM-2] are stated one by one, except for reading and editing', () => {
    expect({
      self: idsWith('self'),
      integrate: idsWith('integrate'),
      billing: idsWith('billing'),
      team: idsWith('team'),
      own: idsWith('own'),
    }).toMatchInlineSnapshot(`
      {
        "billing": [
          "redeemCoupon",
          "createCheckoutSession",
          "confirmCheckout",
          "previewPlanChange",
          "changePlan",
          "cancelSubscription",
          "resumeSubscription",
          "openBillingPortal",
          "listInvoices",
          "listCreditLedger",
          "exportCreditLedger",
        ],
        "integrate": [
          "listApiKeys",
          "createApiKey",
          "updateApiKey",
          "rotateApiKey",
          "deleteApiKey",
          "listRequests",
          "getRequest",
          "createLink",
          "readLinkSecret",
          "rotateLinkSecret",
          "listWebhooks",
          "createWebhook",
          "setWebhookStatus",
          "sendWebhookSample",
          "updateWebhook",
          "deleteWebhook",
          "getWebhookSecret",
          "rotateWebhookSecret",
          "listWebhookEvents",
          "listWebhookDeliveries",
          "getWebhookDelivery",
          "resendWebhookDelivery",
          "resendFailedDeliveries",
          "listDestinations",
          "createDestination",
          "updateDestination",
          "deleteDestination",
          "testDestination",
          "setProjectBudget",
          "getApiKeyBudget",
          "setApiKeyBudget",
        ],
        "own": [
          "transferOwnership",
        ],
        "self": [
          "logout",
          "listSessions",
          "endSession",
          "endAllSessions",
          "getProfile",
          "updateProfile",
          "listPasskeys",
          "startPasskey",
          "addPasskey",
          "renamePasskey",
          "deletePasskey",
          "exportAccount",
          "updatePreferences",
          "scheduleAccountDeletion",
          "cancelAccountDeletion",
          "leaveTeam",
          "joinTeam",
          "listTickets",
          "createTicket",
          "getTicket",
          "deleteTicket",
          "answerTicket",
          "reopenTicket",
        ],
        "team": [
          "inviteMember",
          "resendInvite",
          "revokeInvite",
          "changeMemberRole",
          "removeMember",
          "listAuditEvents",
          "exportAuditEvents",
        ],
      }
    `);
  });

  it('[TM-2] allow to view only what changes nothing', () => {
    const changing = operations.filter((one) => rightOf(one) === 'view' && one.method !== 'GET');
    expect(changing.map(({ operationId }) => operationId)).toMatchInlineSnapshot(`
      [
        "compareScreenshots",
        "downloadFile",
        "zipFiles",
      ]
    `);
  });

  it('[TM-2] allow to edit only by requests that are not links', () => {
    const links = operations.filter((one) => rightOf(one) === 'edit' && one.method === 'GET');
    expect(links).toEqual([]);
  });
});

describe.each(memberRoles)('a member with the role %s', (role) => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer({ routes }, { role });
  });
  afterAll(() => server.close());

  it('[TM-2] reaches exactly the operations that the role has the right to', async () => {
    for (const endpoint of operations) {
      const { method, operationId } = endpoint;
      const path = endpoint.path.replaceAll(/\{\w+\}/g, '0198c7a0-0000-7000-8000-000000000000');
      const response = await server.request(`/api/v1${path}`, {
        method,
        headers: sessionHeaders(),
      });
      const { code }: { code?: string } = await response.json();
      const isForbidden = code === 'role_forbidden';
      expect([operationId, isForbidden]).toEqual([operationId, !hasRight(role, rightOf(endpoint))]);
      expect([operationId, response.status === 403]).toEqual([operationId, isForbidden]);
    }
  });
});
