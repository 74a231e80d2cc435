import type { LoadedConfig } from '../../config/load.ts';
import type { Host } from '../../host/host.ts';

/** One finding of `autodev doctor`. A problem stands in the way of a start; a warning does not. */
export interface Check {
  name: string;
  status: 'ok' | 'warning' | 'problem' | 'fixed';
  message: string;
  todo: string[];
  /** Repairs it without risk, and says what was done. */
  fix?: () => Promise<string>;
}

export interface Patient {
  home: string;
  host: Host;
  /** Undefined when the configuration cannot be used. */
  loaded: LoadedConfig | undefined;
  /** A daemon holds this home: what looks left behind may be in use. */
  running: boolean;
  /** False: the forge is not asked. */
  online: boolean;
}

export const ok = (name: string, message: string): Check => ({ name, status: 'ok', message, todo: [] });
export const warning = (name: string, message: string, ...todo: string[]): Check => ({
  name,
  status: 'warning',
  message,
  todo,
});
export const problem = (name: string, message: string, ...todo: string[]): Check => ({
  name,
  status: 'problem',
  message,
  todo,
});
