/** One of the fifteen points of docs/security.md as it stands on this machine, tried, not assumed. */
export interface SecurityPoint {
  point: number;
  title: string;
  state: 'held' | 'degraded' | 'off';
  detail: string;
  /** What to do about it; empty when it is held. */
  fix: string;
}

export type State = Pick<SecurityPoint, 'state' | 'detail' | 'fix'>;

export const held = (detail: string): State => ({ state: 'held', detail, fix: '' });
export const degraded = (detail: string, fix: string): State => ({ state: 'degraded', detail, fix });
export const off = (detail: string, fix: string): State => ({ state: 'off', detail, fix });
