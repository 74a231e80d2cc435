import { join } from 'node:path';
import type { OwnFolder } from '../../host/sandbox/sandbox.ts';
import type { AgentRequest } from '../agent.ts';
import type { AgentSettings } from '../settings.ts';

/** What other sessions said, did and copied: none of this one's business, and some of it is run by them. */
const OTHERS =
  /^(projects|history\.jsonl|sessions|session-env|shell-snapshots|todos|tasks|teams|plans|jobs|file-history|paste-cache|image-cache|debug|logs?|telemetry|statsig|cache|stats-cache\.json|ide|local|backups|.*\.(lock|tmp.*|backup.*))$/;

/** Where claude keeps transcripts of a folder: letters and figures of its path, and of a long one the beginning. */
const LONGEST = 200;
const slugOf = (cwd: string) => cwd.replaceAll(/[^a-zA-Z0-9]/g, '-');

/** `cwd` without links: that is what claude names the transcripts after. */
export function claudeFolders(request: AgentRequest, settings: AgentSettings, cwd: string): OwnFolder[] {
  const home = request.env['HOME'] ?? '/';
  const moved =
    settings.configDir ?? settings.extraEnv?.['CLAUDE_CONFIG_DIR'] ?? request.env['CLAUDE_CONFIG_DIR'];
  const slug = slugOf(cwd);
  const config: OwnFolder = {
    at: moved ?? join(home, '.claude'),
    shown: (name) => !OTHERS.test(name),
    kept: ['.credentials.json'],
    made: slug.length > LONGEST ? [] : [`projects/${slug}`],
    // Servers that claude starts are named here: what it writes here must not reach the person's next session.
    copied: ['.claude.json'],
  };
  const atHome: OwnFolder = { at: home, shown: () => false, kept: [], made: [], copied: ['.claude.json'] };
  return moved === undefined ? [atHome, config] : [config];
}
