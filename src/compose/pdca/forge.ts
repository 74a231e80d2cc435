import { refuseOtherHosts } from '../../config/repo/api-url.ts';
import { nameFromUrl } from '../../config/repo/repo-url.ts';
import { forgeLogin } from '../../config/secrets.ts';
import type { Forge } from '../../forge/forge.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import type { PdcaInput } from '../../workflows/pdca/input.ts';
import { openForges } from '../repos/forges.ts';
import type { PdcaStart } from './start.ts';

/** The forge that a person's project was cloned from. */
export interface ProjectForge {
  forge: Forge;
  repo: string;
  login: string;
  /** The daemon of this home works on its issues. */
  watched: boolean;
}

/** Undefined: it was cloned from none that we have a login for. That is said, not an error: a plan needs no issue. */
export async function openProjectForge(
  start: Pick<PdcaStart, 'host' | 'parsed'>,
  store: Store,
  { root }: Pick<PdcaInput, 'root'>,
): Promise<ProjectForge | undefined> {
  const { host } = start;
  const { github, repos } = start.parsed.config;
  const origin = await host.git.run(['config', '--get', 'remote.origin.url'], { cwd: root, ok: [1] });
  const url = origin.stdout.toString('utf8').trim();
  try {
    const repo = nameFromUrl(url);
    refuseOtherHosts([{ name: repo, url, enabled: true }], github.api_url);
    if ((await forgeLogin(github, { processes: host.processes })) === undefined) return undefined;
    const { forge } = await openForges(host, github, store.etags);
    const { login } = await forge.viewer();
    const registered = await store.repositories.list();
    const watched = [...registered, ...repos].some(({ name, enabled }) => enabled && name === repo);
    return { forge, repo, login, watched };
  } catch (error) {
    if (isAutodevError(error)) return undefined;
    throw error;
  }
}

/** A run of one's own writes nothing to a forge unless it has one. */
export function noForge(): Forge {
  const refuse = () => Promise.reject(new AutodevError('forge_unavailable', 'this run has no forge'));
  return new Proxy({} as Forge, { get: () => refuse });
}
