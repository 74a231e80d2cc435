/** Where it came from: the command line, `repos[]` of the config file, or a file that no longer names it. */
export type RepositoryOrigin = 'command' | 'config' | 'taken_out';

export interface RegisteredRepository {
  id: string;
  url: string;
  name: string;
  enabled: boolean;
  origin: RepositoryOrigin;
  createdAt: string;
  updatedAt: string;
}

export interface RepositoryTable {
  /** Adds it, or updates url, origin and enabled of the one with this name. */
  put(repository: {
    name: string;
    url: string;
    enabled: boolean;
    origin: RepositoryOrigin;
  }): Promise<RegisteredRepository>;
  list(): Promise<RegisteredRepository[]>;
  find(name: string): Promise<RegisteredRepository | undefined>;
  setEnabled(name: string, enabled: boolean): Promise<boolean>;
  remove(name: string): Promise<boolean>;
}
