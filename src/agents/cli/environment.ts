import { RUN_TAG } from '../../work/ids.ts';
import type { AgentRequest } from '../agent.ts';
import type { AgentSettings } from '../settings.ts';
import { localZone } from '../rest/zoned-time.ts';

/** Differs for every session, so that ending one of several with the same run tag spares the others. */
export const SESSION_MARK = 'AUTODEV_SESSION';

/** Whatever a caller passes on, these never reach an agent: it holds no forge token and no ssh agent. */
const FORBIDDEN =
  /^(GITHUB_|GH_|GITLAB_|GITEA_|FORGEJO_)|^AUTODEV_(?!RUN$|SESSION$)|^(SSH_AUTH_SOCK|SSH_AGENT_PID|GIT_ASKPASS|SSH_ASKPASS)$/;

/** The zone a CLI tells times in ("try again at 10:53 AM"): it is given, so that they can be read back. */
export function zoneOf(
  request: Pick<AgentRequest, 'env'>,
  settings: Pick<AgentSettings, 'extraEnv'>,
): string {
  return settings.extraEnv?.['TZ'] || request.env['TZ'] || localZone();
}

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
    TZ: zoneOf(request, settings),
    GIT_TERMINAL_PROMPT: '0',
    [RUN_TAG]: request.tag,
    [SESSION_MARK]: session.mark,
  };
}
