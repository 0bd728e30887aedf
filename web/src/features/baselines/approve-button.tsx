import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { baselineMessages as messages } from '../../lib/messages/captures/baselines.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { useApproveBaseline } from './baselines.api.ts';
import { useRights } from '../accounts/session/rights.tsx';
import { focusIfLost } from './lost-focus.ts';

/** Button that makes a capture the baseline of its URL and options. */
export function ApproveButton({
  id,
  nextFocus,
  ...look
}: Pick<ComponentProps<typeof LoadingButton>, 'variant' | 'size'> & {
  id: string;
  /** Returns the element that receives the focus of the button, which is gone after the approval. */
  nextFocus: () => HTMLElement | null;
}) {
  const mayEdit = useRights()('edit');
  const approve = useApproveBaseline(() => focusIfLost(nextFocus()));
  if (!mayEdit) return null;
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
