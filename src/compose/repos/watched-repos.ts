import type { ParsedConfig } from '../../config/parse.ts';
import { problemText } from '../../config/file/problem.ts';
import type { AgentName } from '../../agents/agent.ts';
import type { EventBus } from '../../daemon/bus.ts';
import type { WatchedRepo } from '../../daemon/parts.ts';
import type { Forge } from '../../forge/forge.ts';
import type { Host } from '../../host/host.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError, isAutodevError, messageOf } from '../../work/errors.ts';
import type { Workspaces } from '../../workflows/workspace/workspaces.ts';
import { openOwnFiles } from '../own-files.ts';
import { openRepos, type Repos } from './repos.ts';
import { sandboxGate } from '../sandbox-gate.ts';

/** The repositories to work on, each with what its own file says, and whether it may be worked on. */
export interface WatchedRepos extends Repos {
  /** Undefined: its settings are being read; a wake follows. Throws when it must not be worked on. */
  ready(repo: WatchedRepo): Promise<WatchedRepo | undefined>;
  /** As `find`, with what the repository's own file says at this moment. */
  findNow(name: string): Promise<WatchedRepo | undefined>;
  /** Why it must not be worked on as it and this machine are at this moment. */
  refused(name: string): Promise<string | undefined>;
  /** Nothing is being read any more. */
  settled(): Promise<void>;
}

export function openWatchedRepos(parts: {
  host: Host;
  store: Store;
  forge: Forge;
  workspaces: Workspaces;
  bus: EventBus;
  parsed: () => ParsedConfig;
  wake: (repo: string) => void;
}): WatchedRepos {
  const { host, store, forge, workspaces, bus, parsed } = parts;
  const ownFiles = openOwnFiles({
    forge,
    workspaces,
    changed: (repo) => ownFileChanged(repo),
    failed: (repo, error) => bus.emit({ type: 'repo.failed', repo, message: messageOf(error) }),
  });
  const repos = openRepos(store, parsed, ownFiles.get);
  const ownFileChanged = async (repo: string) => {
    const problems = (await repos.problems(repo)).map(problemText);
    if (ownFiles.get(repo) !== undefined) await bus.emit({ type: 'repo.config', repo, problems });
    parts.wake(repo);
  };
  const gate = sandboxGate(host, forge, () => parsed().config.sandbox);
  const refusal = ({ name, agent }: { name: string; agent: AgentName }) => {
    const { analyze_with: analysts, review_with: reviewers, fallback } = parsed().config.agent;
    return gate({ name, agents: [agent, ...analysts, ...reviewers, ...fallback] });
  };
  return {
    ...repos,
    ready: async (repo) => {
      const refused = await refusal(repo);
      if (refused !== undefined) throw new AutodevError('gate_closed', refused);
      return (await ownFiles.upToDate(repo.name)) ? repos.find(repo.name) : undefined;
    },
    findNow: async (name) => {
      // One that is gone has no other settings; who works there hears of it from the forge.
      await ownFiles.freshen(name).catch((error: unknown) => {
        if (!isAutodevError(error, 'forge_not_found')) throw error;
      });
      return repos.find(name);
    },
    refused: async (name) =>
      refusal({ name, agent: (await repos.find(name))?.agent ?? parsed().config.agent.default }),
    settled: ownFiles.settled,
  };
}
