import type { Member } from '@shotwright/contract';
import { useState, type ReactNode } from 'react';
import { teamMessages as messages } from '../../lib/messages/team/team.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { useLeaveTeam, useRemoveMember, useTransferOwnership } from './team.api.ts';
import { nameOf } from './team.rules.ts';

/** Change of a member that needs a confirmation. */
type MemberQuestion = 'remove' | 'own' | 'leave';

/** Opens the confirmation of a change of a member. */
export type AskMember = (question: MemberQuestion, member: Member) => void;

interface Asked {
  readonly question: MemberQuestion;
  readonly member: Member;
  readonly isOpen: boolean;
}

/** Returns the dialog that confirms changes of members, to be rendered once, and the function that opens it. */
export function useMemberDialogs(): { readonly ask: AskMember; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const returnFocus = useReturnFocus();
  return {
    ask: (question, member) => {
      returnFocus.remember();
      setAsked({ question, member, isOpen: true });
    },
    dialog: asked && (
      <MemberDialog
        {...asked}
        finalFocus={returnFocus.finalFocus}
        onClose={() => setAsked({ ...asked, isOpen: false })}
      />
    ),
  };
}

function MemberDialog(
  props: Asked & { onClose: () => void; finalFocus: () => HTMLElement | null },
) {
  const { question, member, isOpen, onClose } = props;
  const remove = useRemoveMember();
  const transfer = useTransferOwnership();
  const leave = useLeaveTeam();
  const name = nameOf(member);
  const onSettled = onClose;
  const texts = {
    remove: {
      title: messages.removeTitle(name),
      text: messages.removeText,
      label: messages.remove,
      busyLabel: messages.removing,
      isBusy: remove.isPending,
      onClick: () => remove.mutate(member, { onSettled }),
    },
    own: {
      title: messages.ownerTitle(name),
      text: messages.ownerText,
      label: messages.makeOwner,
      busyLabel: messages.ownerMoving,
      isBusy: transfer.isPending,
      onClick: () => transfer.mutate(member, { onSettled }),
    },
    leave: {
      title: messages.leaveTitle,
      text: messages.leaveText,
      label: messages.leave,
      busyLabel: messages.leaving,
      isBusy: leave.isPending,
      onClick: () => leave.mutate(undefined, { onSettled }),
    },
  };
  const { title, text, ...confirm } = texts[question];
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={onClose}
      title={title}
      text={text}
      finalFocus={props.finalFocus}
      confirm={confirm}
    />
  );
}
