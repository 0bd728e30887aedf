import type { Logger } from '../src/lib/logger.ts';

/** A parsed line of a log. */
export interface LogLine extends Readonly<Record<string, unknown>> {
  readonly level: string;
  readonly message: string;
}

/** A logger that records its lines. */
export interface RecordingLogger {
  readonly logger: Logger;
  lines(): readonly LogLine[];
  /** Returns the lines of security events. */
  securityEvents(): readonly LogLine[];
  clear(): void;
}

/** Creates a {@link RecordingLogger}, which also records the lines of its child loggers. */
export function createRecordingLogger(): RecordingLogger {
  let lines: LogLine[] = [];
  const loggerWith = (bindings: object): Logger => {
    const at = (level: string) => (fields: object, message: string) => {
      lines.push({ ...bindings, ...fields, level, message });
    };
    const child = (more: object) => loggerWith({ ...bindings, ...more });
    return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), child };
  };
  return {
    logger: loggerWith({}),
    lines: () => lines,
    securityEvents: () => lines.filter((line) => 'securityEvent' in line),
    clear: () => {
      lines = [];
    },
  };
}
