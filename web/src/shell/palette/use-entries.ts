import type { MemberRight, Screenshot } from '@shotwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useRights } from '../../features/accounts/session/rights.tsx';
import { useSignOut } from '../../features/accounts/session/sign-out.ts';
import { useRecentCaptures } from '../../features/overview/overview.api.ts';
import { useTickets } from '../../features/tickets/tickets.api.ts';
import { webhookList } from '../../features/webhooks/webhooks.rules.ts';
import { callApi } from '../../lib/api/operations.ts';
import { copyText } from '../../lib/copy.ts';
import { captureRequest, curlCommand } from '../../lib/api/curl.ts';
import { storeHandoff } from '../../lib/storage/setting-handoff.ts';
import { requestLogMessages } from '../../lib/messages/api-keys.ts';
import { baselineMessages } from '../../lib/messages/captures/baselines.ts';
import { compareMessages } from '../../lib/messages/captures/compare.ts';
import { batchMessages } from '../../lib/messages/captures/batches.ts';
import { reportMessages } from '../../lib/messages/captures/reports.ts';
import { scheduleMessages } from '../../lib/messages/captures/schedules.ts';
import { destinationMessages } from '../../lib/messages/settings.ts';
import {
  auditLogTitle,
  privacyShellMessages,
  paletteMessages as messages,
  teamShellMessages,
} from '../../lib/messages/shell.ts';
import { cacheTimes, queryKeys } from '../../lib/api/query-client.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { trigger, triggerWhenAvailable } from '../../lib/keyboard/shortcuts.ts';
import { useNavItems } from '../nav-items.ts';
import type { PaletteEntry } from './entries.rules.ts';
import { useFoundFiles } from './use-found-files.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';

/** Returns all entries of the palette; the files are limited to those relevant to `query`. */
export function useEntries(query: string, showShortcuts: () => void): PaletteEntry[] {
  return [...useActions(showShortcuts), ...usePages(), ...useNouns(), ...useFileEntries(query)];
}

function useActions(showShortcuts: () => void): PaletteEntry[] {
  const create = useCreate();
  const navigate = useNavigate();
  const { docsUrl } = useRuntimeConfig();
  const { signOut } = useSignOut();
  const last = useRecentCaptures().data?.[0];
  const may = useRights();
  const actions: [id: string, label: string, run: () => void, right?: MemberRight][] = [
    ['capture', messages.newCapture, () => void navigate('/dashboard/playground'), 'edit'],
    ['new-batch', batchMessages.create, () => void navigate('/dashboard/batches/new'), 'edit'],
    ['new-schedule', scheduleMessages.create, () => create('/dashboard/schedules'), 'edit'],
    ['new-report', reportMessages.create, () => void navigate('/dashboard/reports/new'), 'edit'],
    ['create-key', messages.createKey, () => create('/dashboard/api-keys'), 'integrate'],
    ['create-project', messages.createProject, () => create('/dashboard'), 'edit'],
    ['create-webhook', messages.createWebhook, () => create('/dashboard/webhooks'), 'integrate'],
    ['invite', teamShellMessages.invite, () => create('/dashboard/team'), 'team'],
    ['new-ticket', messages.newTicket, () => create('/dashboard/help')],
    ['docs', messages.openDocs, () => void window.open(docsUrl, '_blank', 'noopener,noreferrer')],
    ['shortcuts', messages.shortcuts, showShortcuts],
    ['sign-out', messages.signOut, signOut],
  ];
  if (last !== undefined)
    actions.splice(9, 0, ['curl', messages.copyCurl, () => void copyCurl(last)]);
  return actions
    .filter(([, , , right = 'self']) => may(right))
    .map(([id, label, run]) => ({ id: `action:${id}`, kind: 'action', label, run }));
}

/** Navigates to a list's page and triggers its `c` shortcut. */
function useCreate(): (page: string) => void {
  const navigate = useNavigate();
  return (page) => {
    if (location.pathname === page) return trigger('c');
    triggerWhenAvailable('c');
    ignoreErrors(navigate(page));
  };
}

function usePages(): PaletteEntry[] {
  const navigate = useNavigate();
  const may = useRights();
  const team = { to: '/dashboard/team', label: teamShellMessages.title };
  const integrations = { to: '/dashboard/settings/integrations', label: destinationMessages.title };
  const requests = { to: '/dashboard/requests', label: requestLogMessages.title };
  const compare = { to: '/dashboard/compare', label: compareMessages.title };
  const batches = { to: '/dashboard/batches', label: batchMessages.title };
  const baselines = { to: '/dashboard/baselines', label: baselineMessages.title };
  const schedules = { to: '/dashboard/schedules', label: scheduleMessages.title };
  const reports = { to: '/dashboard/reports', label: reportMessages.title };
  const audit = { to: '/dashboard/audit', label: auditLogTitle };
  const privacy = { to: '/dashboard/privacy', label: privacyShellMessages.title };
  const pages = [team, batches, baselines, schedules, reports, compare];
  const technical = may('integrate') ? [requests, integrations] : [];
  const security = may('team') ? [audit] : [];
  return [...useNavItems(), ...pages, ...technical, ...security, privacy].map(({ to, label }) => ({
    id: `page:${to}`,
    kind: 'page',
    label,
    run: () => void navigate(to),
  }));
}

function useNouns(): PaletteEntry[] {
  const navigate = useNavigate();
  const { projects, apiKeys, webhooks, settings } = useLists();
  const tickets = useTickets().data?.tickets ?? [];
  return [
    ...projects.map(({ id, name }) => ({
      id: `project:${String(id)}`,
      kind: 'project' as const,
      label: name,
      detail: `#${String(id)}`,
      run: () => void navigate(`/dashboard/files?project=${String(id)}`),
    })),
    ...apiKeys.map(({ id, name }) => ({
      id: `apiKey:${String(id)}`,
      kind: 'apiKey' as const,
      label: name,
      detail: `#${String(id)}`,
      run: () => void navigate('/dashboard/api-keys'),
    })),
    ...webhooks.map(({ id, name, webhookUrl }) => ({
      id: `webhook:${String(id)}`,
      kind: 'webhook' as const,
      label: name,
      detail: webhookUrl,
      run: () => void navigate('/dashboard/webhooks'),
    })),
    ...settings.map((setting) => ({
      id: `setting:${String(setting.id)}`,
      kind: 'setting' as const,
      label: setting.name,
      detail: setting.description ?? undefined,
      run: () =>
        void navigate(
          storeHandoff({ action: 'view', setting })
            ? '/dashboard/playground'
            : '/dashboard/saved-settings',
        ),
    })),
    ...tickets.map(({ id, title }) => ({
      id: `ticket:${String(id)}`,
      kind: 'ticket' as const,
      label: title,
      detail: `#${String(id)}`,
      run: () => void navigate(`/dashboard/help?ticket=${String(id)}`),
    })),
  ];
}

/** Lists from the query cache of the pages; a list that cannot be loaded is omitted silently. */
function useLists() {
  const meta = { isSilent: () => true };
  const projects = useQuery({
    queryKey: queryKeys.projects,
    queryFn: ({ signal }) => callApi('listProjects', { signal }),
    meta,
    ...cacheTimes.projects,
  });
  const mayIntegrate = useRights()('integrate');
  const apiKeys = useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => callApi('listApiKeys', { signal }),
    enabled: mayIntegrate,
    meta,
    ...cacheTimes.apiKeys,
  });
  const webhooks = useQuery({
    queryKey: queryKeys.webhooks,
    queryFn: ({ signal }) => callApi('listWebhooks', { signal }),
    enabled: mayIntegrate,
    select: webhookList,
    meta,
    ...cacheTimes.webhooks,
  });
  const settings = useQuery({
    queryKey: queryKeys.savedSettings,
    queryFn: ({ signal }) => callApi('listSavedSettings', { signal }),
    meta,
    staleTime: 60_000,
  });
  return {
    projects: projects.data?.projects ?? [],
    apiKeys: apiKeys.data?.apiKeys ?? [],
    webhooks: webhooks.data ?? [],
    settings: settings.data?.settings ?? [],
  };
}

function useFileEntries(query: string): PaletteEntry[] {
  const navigate = useNavigate();
  return useFoundFiles(query).map(({ id, url }) => ({
    id: `file:${id}`,
    kind: 'file',
    label: url ?? messages.htmlFile,
    detail: id,
    run: () => void navigate(`/dashboard/files?file=${id}`),
  }));
}

function copyCurl({ url, options }: Screenshot): Promise<void> {
  return copyText(curlCommand(captureRequest({ ...options, url })), {
    done: messages.curlCopied,
    detail: messages.curlCopiedText,
    failed: messages.curlCopyFailed,
  });
}
