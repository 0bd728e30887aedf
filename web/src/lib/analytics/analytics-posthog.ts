import type { AnalyticsSink } from './analytics.ts';
import { randomId } from '../random-id.ts';

/**
 * Creates a sink that sends events to a PostHog host over plain HTTP; a failed request is ignored.
 */
export function createPosthogSink(config: { host: string; key: string }): AnalyticsSink {
  const visitor = randomId();
  let organizationId: string | undefined;

  const send = (event: string, properties: Record<string, string>): void => {
    fetch(`${config.host.replace(/\/$/, '')}/capture/`, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        api_key: config.key,
        event,
        distinct_id: organizationId ?? visitor,
        properties,
      }),
    }).catch(() => undefined);
  };

  return {
    identify: (id) => {
      organizationId = id;
      send('$identify', { $anon_distinct_id: visitor });
    },
    record: (event, properties = {}) => send(event, properties),
    reset: () => {
      organizationId = undefined;
    },
  };
}
