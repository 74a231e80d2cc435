export interface CursorTable {
  get(repoId: string, target: string): Promise<{ lastSeen: string; lastScan: string } | undefined>;
  set(repoId: string, target: string, lastSeen: string, lastScan: string): Promise<void>;
}
