/** Where parts say what they do. Text from outside is data in `fields`, never part of the message. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface Log {
  write(level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export const silentLog: Log = { write: () => {} };
