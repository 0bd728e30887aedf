import type { OperationData } from '@shotwright/contract';
import { errorMessage } from '../../lib/api/error.ts';
import { inviteMessages as messages, teamMessages } from '../../lib/messages/team/team.ts';
import { storageKeys } from '../../lib/storage/storage-keys.ts';
import { ButtonLink, LoadingButton } from '../../ui/button.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { AuthLayout } from '../accounts/auth-layout.tsx';
import { useAuth } from '../accounts/session/auth-context.tsx';
import { MarketingPanel } from '../accounts/side-panel.tsx';
import { AcceptForm } from './accept-form.tsx';
import { useInvitation, useJoinTeam } from './invitation.api.ts';

type Invitation = OperationData<'readInvite'>;

/** Page of an invitation link: creates a user, or lets the signed-in user join. */
export function InvitationPage(props: { token: string | null }) {
  const { state } = useAuth();
  // The cache is cleared once the user is known to be signed out, which would drop the request.
  if (state.status === 'loading') return <PageSpinner />;
  return <InvitationScreen {...props} />;
}

function InvitationScreen({ token }: { token: string | null }) {
  const { data, error } = useInvitation(token);
  const problem = token === null ? messages.noToken : error && errorMessage(error);
  if (token === null || problem !== null) {
    return (
      <AuthLayout title={messages.invalidTitle} lead={problem} panel={<MarketingPanel />}>
        <ButtonLink to="/" size="lg">
          {messages.toSignIn}
        </ButtonLink>
      </AuthLayout>
    );
  }
  const lead = data
    ? messages.lead(data.invitedBy ?? messages.someone, teamMessages.roles[data.role])
    : messages.loading;
  return (
    <AuthLayout title={messages.title} lead={lead} panel={<MarketingPanel />}>
      {data && <Acceptance token={token} invitation={data} />}
    </AuthLayout>
  );
}

function Acceptance({ token, invitation }: { token: string; invitation: Invitation }) {
  const { user } = useAuth();
  const { email, hasUser } = invitation;
  if (user?.email === email) return <JoinForm token={token} email={email} />;
  if (user !== null) return <p className="text-body">{messages.otherUser(email, user.email)}</p>;
  if (hasUser) return <SignInFirst token={token} email={email} />;
  return <AcceptForm token={token} email={email} />;
}

/** Link to the sign-in page, which returns to the invitation. */
function SignInFirst({ token, email }: { token: string; email: string }) {
  const path = `/invite?token=${encodeURIComponent(token)}`;
  return (
    <div className="grid gap-4">
      <p className="text-body">{messages.hasUser(email)}</p>
      <ButtonLink
        to="/"
        size="lg"
        onClick={() => sessionStorage.setItem(storageKeys.requestedPage, path)}
      >
        {messages.signInToJoin}
      </ButtonLink>
    </div>
  );
}

function JoinForm({ token, email }: { token: string; email: string }) {
  const join = useJoinTeam();
  return (
    <div className="grid gap-4">
      <p className="text-body">{messages.joinText(email)}</p>
      <LoadingButton
        size="lg"
        isLoading={join.isPending}
        loadingText={messages.joining}
        onClick={() => join.mutate(token)}
      >
        {messages.join}
      </LoadingButton>
    </div>
  );
}
