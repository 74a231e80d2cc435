/** How one symbol differs from what its spec says. No reasons: it does not. */
export interface Change {
  breaking: boolean;
  reasons: string[];
}

export const UNCHANGED: Change = { breaking: false, reasons: [] };

/** Collects reasons; one that breaks callers makes the whole change breaking. */
export function changeOf(found: readonly { reason: string; breaking: boolean }[]): Change {
  return { breaking: found.some((one) => one.breaking), reasons: found.map((one) => one.reason) };
}
