/** Receives what the specification records. */
export interface AnalyticsSink {
  /** Ties what follows to an organisation. */
  identify: (organizationId: string) => void;
  record: (event: string, properties?: Record<string, string>) => void;
  /** Forgets the organisation. */
  reset: () => void;
}

/** Names of the recorded events. Source: specification §4. */
export const analyticsEvents = { signIn: 'sign_in', signUp: 'sign_up', signOut: 'logout' } as const;

let sink: AnalyticsSink | undefined;

/** Where events go. Without a sink nothing is recorded and no request is made. */
export function setAnalyticsSink(next: AnalyticsSink | undefined): void {
  sink = next;
}

/** The door to the configured sink; does nothing by default. */
export const analytics: AnalyticsSink = {
  identify: (organizationId) => sink?.identify(organizationId),
  record: (event, properties) => sink?.record(event, properties),
  reset: () => sink?.reset(),
};
