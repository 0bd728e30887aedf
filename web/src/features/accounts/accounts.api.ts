import type { OperationRequest, User } from '@shotwright/contract';
import { accountPaths } from '@shotwright/contract/paths';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { analytics, analyticsEvents } from '../../lib/analytics/analytics.ts';
import { createApiCaller, type ApiResponse } from '../../lib/api/client.ts';
import { ApiError } from '../../lib/api/error.ts';
import { accountMessages as messages } from '../../lib/messages/accounts.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { toasts } from '../../lib/toasts.ts';
import { isCancelled } from './passkeys/availability.ts';
import { useAuth } from './session/auth-context.tsx';

const { callApi, callApiWithMessage } = createApiCaller(accountPaths);

/** Method the user signed in with. */
export type SignInMethod = 'email' | 'google' | 'passkey';

interface Welcome {
  readonly event: string;
  readonly method: SignInMethod;
  readonly title: string;
  readonly description?: (message: string | undefined) => string;
}

/**
 * Returns a function that stores the user of a successful response as signed in and throws on any
 * other status. Source: specification §4.
 */
function useWelcome() {
  const { store } = useAuth();
  return (answer: ApiResponse<{ user: User }>, welcome: Welcome): void => {
    const { user } = answer.data;
    analytics.identify(user.organizationId);
    analytics.record(welcome.event, { method: welcome.method });
    toasts.success({ title: welcome.title, description: welcome.description?.(answer.message) });
    store.authenticate(user);
  };
}

async function readSuccess(
  call: Promise<ApiResponse<{ user: User }>>,
): Promise<ApiResponse<{ user: User }>> {
  const answer = await call;
  if (answer.status === 'success' && answer.data?.user) return answer;
  throw new ApiError({ statusCode: 200, data: { message: answer.message } });
}

/** Signs in with email and password. */
export function useSignIn() {
  const welcome = useWelcome();
  return useMutation({
    meta: { title: messages.loginFailed, fallback: messages.loginFailedText },
    mutationFn: (body: OperationRequest<'login'>['body']) =>
      readSuccess(callApiWithMessage('login', { body })),
    onSuccess: (answer) =>
      welcome(answer, {
        event: analyticsEvents.signIn,
        method: 'email',
        title: messages.welcomeBack,
        description: (message) => message ?? messages.loggedIn,
      }),
  });
}

/** Signs in with a passkey, which the browser asks the user for. */
export function usePasskeySignIn() {
  const welcome = useWelcome();
  return useMutation({
    meta: {
      title: messages.passkeySignInFailed,
      fallback: messages.passkeySignInFailedText,
      isSilent: isCancelled,
    },
    mutationFn: async () => {
      const [{ options }, { signWithPasskey }] = await Promise.all([
        callApi('startPasskeySignIn', {}),
        import('./passkeys/webauthn.ts'),
      ]);
      const credential = await signWithPasskey(options);
      return readSuccess(callApiWithMessage('passkeyLogin', { body: { credential } }));
    },
    onSuccess: (answer) =>
      welcome(answer, {
        event: analyticsEvents.signIn,
        method: 'passkey',
        title: messages.welcomeBack,
        description: (message) => message ?? messages.loggedIn,
      }),
  });
}

/** Signs in or up with the credential issued by the identity provider. */
export function useIdentity(purpose: 'sign-in' | 'sign-up') {
  const welcome = useWelcome();
  const { productName } = useRuntimeConfig();
  const isSignUp = purpose === 'sign-up';
  return useMutation({
    meta: isSignUp
      ? { title: messages.googleSignUpFailed, fallback: messages.googleSignUpFailedText }
      : { title: messages.googleSignInFailed, fallback: messages.googleSignInFailedText },
    mutationFn: (body: OperationRequest<'googleLogin'>['body']) =>
      readSuccess(callApiWithMessage(isSignUp ? 'googleSignup' : 'googleLogin', { body })),
    onSuccess: (answer) =>
      welcome(answer, {
        event: isSignUp ? analyticsEvents.signUp : analyticsEvents.signIn,
        method: 'google',
        title: isSignUp ? messages.welcomeTo(productName) : messages.welcome,
      }),
  });
}

/**
 * Sends the first verification code; returns the token that allows resending without a second
 * captcha.
 */
export function useSendCode() {
  return useMutation({
    meta: { title: messages.verificationFailed, fallback: messages.verificationFailedText },
    mutationFn: (body: OperationRequest<'verifyEmail'>['body']) =>
      callApiWithMessage('verifyEmail', { body }),
    onSuccess: ({ message }) =>
      toasts.success({ title: messages.codeSent, description: message ?? messages.codeSentText }),
  });
}

/** Resends the verification code. */
export function useResendCode() {
  return useMutation({
    meta: { title: messages.verificationFailed, fallback: messages.verificationFailedText },
    mutationFn: (body: OperationRequest<'resendCode'>['body']) =>
      callApiWithMessage('resendCode', { body }),
    onSuccess: ({ message }) =>
      toasts.success({ title: messages.codeSent, description: message ?? messages.codeSentText }),
  });
}

/** Creates the account with the verification code. */
export function useCreateAccount() {
  const welcome = useWelcome();
  const { productName } = useRuntimeConfig();
  return useMutation({
    meta: { title: messages.creationFailed, fallback: messages.creationFailedText },
    mutationFn: (body: OperationRequest<'signup'>['body']) =>
      readSuccess(callApiWithMessage('signup', { body })),
    onSuccess: (answer) =>
      welcome(answer, {
        event: analyticsEvents.signUp,
        method: 'email',
        title: messages.welcomeTo(productName),
      }),
  });
}

/** Requests an email with a password reset link. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: OperationRequest<'forgotPassword'>['body']) =>
      callApi('forgotPassword', { body }),
  });
}

/** Sets a new password with the token of a reset link. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (body: OperationRequest<'resetPassword'>['body']) =>
      callApi('resetPassword', { body }),
    onSuccess: () =>
      toasts.success({ title: messages.resetDone, description: messages.resetDoneText }),
  });
}

/** Returns the active sessions of the user, one per device. */
export function useSessions(isEnabled: boolean) {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => callApi('listSessions', { signal }),
    select: (data) => data.sessions,
    enabled: isEnabled,
    staleTime: 0,
  });
}

/** Ends the session of one device. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callApi('endSession', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

/** Ends all sessions of the user, including the current one. */
export function useEndAllSessions() {
  return useMutation({ mutationFn: () => callApi('endAllSessions', {}) });
}
