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
  const reading = new Map<string, Promise<void>>();

  const read = async (repo: string, tip: string) => {
    if (!(await workspaces.has(repo, tip).catch(() => false))) await workspaces.refresh(repo);
    const text = await workspaces.show(repo, tip, NAME);
    known.set(repo, { tip, file: text === undefined ? undefined : { file: `${repo}/${NAME}`, text } });
  };
  return {
    get: (repo) => known.get(repo)?.file,
    upToDate: async (repo) => {
      const { defaultBranch } = await forge.repository(repo);
      const tip = await forge.branch(repo, defaultBranch);
      if (tip === null || known.get(repo)?.tip === tip) return true;
      if (!reading.has(repo)) {
        const told = read(repo, tip)
          .then(
            () => changed(repo),
            (error: unknown) => failed(repo, error),
          )
          .finally(() => reading.delete(repo));
        reading.set(repo, told);
      }
      return false;
    },
    settled: async () => {
      await Promise.allSettled(reading.values());
    },
  };
}
