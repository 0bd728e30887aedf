/** Destination of the analytics events that the specification defines. */
export interface AnalyticsSink {
  /** Associates subsequent events with an organisation. */
  identify: (organizationId: string) => void;
  record: (event: string, properties?: Record<string, string>) => void;
  /** Clears the organisation. */
  reset: () => void;
}

/** Names of the recorded events. Source: specification §4. */
export const analyticsEvents = { signIn: 'sign_in', signUp: 'sign_up', signOut: 'logout' } as const;

let sink: AnalyticsSink | undefined;

/** Sets the destination of events. Without a sink nothing is recorded and no request is sent. */
export function setAnalyticsSink(next: AnalyticsSink | undefined): void {
  sink = next;
}

/** Facade of the configured sink; does nothing by default. */
export const analytics: AnalyticsSink = {
  identify: (organizationId) => sink?.identify(organizationId),
  record: (event, properties) => sink?.record(event, properties),
  reset: () => sink?.reset(),
};
