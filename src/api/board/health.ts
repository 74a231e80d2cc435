/** Whether the parts that the work depends on are well. */
export interface Health {
  checks: readonly HealthCheck[];
}

export interface HealthCheck {
  /** What is looked at: agents, sandbox, forge, webhook, repositories. */
  part: string;
  name: string;
  state: 'good' | 'wrong' | 'unknown';
  text: string;
  /** When it is looked at or works again. */
  until: string | null;
}
