import type { ApiKey } from '@shotwright/contract';
import { apiKeyMessages as messages } from '../../lib/messages/api-keys.ts';
import { useProjects } from '../projects/projects.api.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { useQuickStart } from './api-keys.api.ts';

/**
 * Creates a key, and a project if there is none, without asking for input. Source: acceptance DX-1.
 */
export function QuickStart({ onCreated }: { onCreated: (key: ApiKey) => void }) {
  const projects = useProjects();
  const start = useQuickStart();
  return (
    <LoadingButton
      variant="outline"
      isLoading={start.isPending}
      onClick={() => start.mutate(undefined, { onSuccess: ({ apiKey }) => onCreated(apiKey) })}
    >
      {projects.data?.length === 0 ? messages.quickStart : messages.quickStartKeyOnly}
    </LoadingButton>
  );
}
