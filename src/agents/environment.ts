import { RUN_TAG } from '../work/ids.ts';
import type { AgentRequest } from './agent.ts';
import type { AgentSettings } from './settings.ts';

/** Differs for every session, so that ending one of several with the same run tag spares the others. */
export const SESSION_MARK = 'AUTODEV_SESSION';

/** Whatever a caller passes on, these never reach an agent: it holds no forge token and no ssh agent. */
const FORBIDDEN =
  /^(GITHUB_|GH_|GITLAB_|GITEA_|FORGEJO_)|^AUTODEV_(?!RUN$|SESSION$)|^(SSH_AUTH_SOCK|SSH_AGENT_PID|GIT_ASKPASS|SSH_ASKPASS)$/;

/** The whole environment of one session. */
export function agentEnvironment(
  request: AgentRequest,
  settings: AgentSettings,
  session: { mark: string; tmp: string },
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const given = { ...request.env, ...settings.extraEnv };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([name]) => !FORBIDDEN.test(name))),
    ...own,
    TMPDIR: session.tmp,
    GIT_TERMINAL_PROMPT: '0',
    [RUN_TAG]: request.tag,
    [SESSION_MARK]: session.mark,
  };
}
