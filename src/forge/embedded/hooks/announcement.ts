import type { Repository } from '../tables/repositories.ts';
import type { User } from '../tables/users.ts';

/** Something that webhooks hear of. The payload is made only when a hook listens. */
export interface Announcement {
  repo: Repository;
  event: string;
  action: string | null;
  sender: User;
  /** Only this hook, whatever it listens to: for a ping. */
  hookId?: number;
  payload(): Promise<Record<string, unknown>> | Record<string, unknown>;
}
