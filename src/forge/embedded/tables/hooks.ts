import type { Database } from '../../../host/db/sqlite.ts';

export interface HookRow {
  id: number;
  repo_id: number;
  active: number;
  /** JSON list; `*` means all. */
  events: string;
  url: string;
  secret: string | null;
  content_type: 'json' | 'form';
  created_at: string;
  updated_at: string;
}

export interface DeliveryRow {
  id: number;
  hook_id: number;
  guid: string;
  event: string;
  action: string | null;
  status_code: number;
  status: string;
  duration: number;
  delivered_at: string;
}

export function hooksOf(db: Database, repoId: number): HookRow[] {
  return db.all<HookRow>('SELECT * FROM hooks WHERE repo_id = ? ORDER BY id', repoId);
}

export function hookOf(db: Database, repoId: number, id: number): HookRow | undefined {
  return db.get<HookRow>('SELECT * FROM hooks WHERE repo_id = ? AND id = ?', repoId, id);
}

export function deliveriesOf(db: Database, hookId: number): DeliveryRow[] {
  return db.all<DeliveryRow>('SELECT * FROM deliveries WHERE hook_id = ? ORDER BY id DESC LIMIT 500', hookId);
}

export function insertDelivery(db: Database, delivery: Omit<DeliveryRow, 'id'>): void {
  db.run(
    `INSERT INTO deliveries (hook_id, guid, event, action, status_code, status, duration, delivered_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    delivery.hook_id,
    delivery.guid,
    delivery.event,
    delivery.action,
    delivery.status_code,
    delivery.status,
    delivery.duration,
    delivery.delivered_at,
  );
}
