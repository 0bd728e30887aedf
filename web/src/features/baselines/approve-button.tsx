import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { baselineMessages as messages } from '../../lib/messages/captures/baselines.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { useApproveBaseline } from './baselines.api.ts';

/** Button that makes a capture the baseline of its URL and options. */
export function ApproveButton({
  id,
  onApproved,
  ...look
}: Pick<ComponentProps<typeof LoadingButton>, 'variant' | 'size'> & {
  id: string;
  /** As in {@link useApproveBaseline}. */
  onApproved?: () => void;
}) {
  const approve = useApproveBaseline(onApproved);
  return (
    <LoadingButton
      variant="outline"
      {...look}
      isLoading={approve.isPending}
      loadingText={messages.approving}
      onClick={() => approve.mutate(id)}
    >
      <Check aria-hidden="true" />
      {messages.approve}
    </LoadingButton>
  );
}
