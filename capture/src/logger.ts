/** Where the engine tells what an operator should know; a structured logger such as pino fits as it stands. */
export interface EngineLogger {
  info(details: Readonly<Record<string, unknown>>, message: string): void;
  error(details: Readonly<Record<string, unknown>>, message: string): void;
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
}
