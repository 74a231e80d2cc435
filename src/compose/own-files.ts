import type { RepositoryFile } from '../config/repo/repository-file.ts';
import type { Forge } from '../forge/forge.ts';
import type { Workspaces } from '../workflows/workspace/workspaces.ts';

/** The `.autodev.yaml` of each repository, always as it is on the forge's default branch, never a pull request's. */
export interface OwnFiles {
  /** As it was read last; undefined when the repository has none, or was not read yet. */
  get(repo: string): RepositoryFile | undefined;
  /**
   * Whether what is known is what the default branch says now: one conditional request. When it is not, it is read in
   * the background (that may be a whole clone) and `changed` or `failed` says when.
   */
  upToDate(repo: string): Promise<boolean>;
  /** Read now where that is needed. Throws when it cannot be: what it says may be the very limit that is asked for. */
  freshen(repo: string): Promise<void>;
  /** Resolves when nothing is being read any more. */
  settled(): Promise<void>;
}

export interface OwnFilesParts {
  forge: Forge;
  workspaces: Pick<Workspaces, 'refresh' | 'has' | 'show'>;
  changed(repo: string): Promise<void>;
  failed(repo: string, error: unknown): Promise<void>;
}

const NAME = '.autodev.yaml';

export function openOwnFiles({ forge, workspaces, changed, failed }: OwnFilesParts): OwnFiles {
  const known = new Map<string, { tip: string; file: RepositoryFile | undefined }>();
  /** Each resolves to what went wrong. */
  const reading = new Map<string, Promise<unknown>>();

  const read = async (repo: string, tip: string) => {
    if (!(await workspaces.has(repo, tip).catch(() => false))) await workspaces.refresh(repo);
    const text = await workspaces.show(repo, tip, NAME);
    known.set(repo, { tip, file: text === undefined ? undefined : { file: `${repo}/${NAME}`, text } });
    await changed(repo);
  };
  const readOnce = (repo: string, tip: string): Promise<unknown> => {
    const under = reading.get(repo);
    if (under !== undefined) return under;
    const tell = async (error: unknown) => {
      await failed(repo, error);
      return error;
    };
    const told = read(repo, tip)
      .catch(tell)
      .finally(() => reading.delete(repo));
    reading.set(repo, told);
    return told;
  };
  /** What the default branch is at, where that is not known yet. */
  const newTip = async (repo: string): Promise<string | undefined> => {
    const { defaultBranch } = await forge.repository(repo);
    const tip = await forge.branch(repo, defaultBranch);
    return tip === null || known.get(repo)?.tip === tip ? undefined : tip;
  };
  return {
    get: (repo) => known.get(repo)?.file,
    upToDate: async (repo) => {
      const tip = await newTip(repo);
      if (tip !== undefined) void readOnce(repo, tip);
      return tip === undefined;
    },
    freshen: async (repo) => {
      // What a scan is reading at this moment may be older.
      await reading.get(repo);
      const tip = await newTip(repo);
      const error = tip === undefined ? undefined : await readOnce(repo, tip);
      if (error !== undefined) throw error;
    },
    settled: async () => {
      await Promise.allSettled(reading.values());
    },
  };
}
