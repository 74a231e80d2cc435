import { keyText } from './key-path.ts';
import { leavesOf, mergeLayers, sourceLayer, type Layer } from './layers.ts';
import type { Problem } from './problem.ts';
import { nameFromUrl } from './repo-url.ts';
import { repositoryLayer, type RepositoryFile } from './repository-file.ts';
import { RepoSchema, type RepoConfig } from './schema/repo.ts';
import { isPlainObject, valueAt, type KeyPath, type Source } from './source.ts';

/** One final value and where it comes from: `default`, `file:line`, `repo add`, `environment NAME`. */
export interface Explained {
  key: string;
  value: unknown;
  origin: string;
}

export interface SettledRepo {
  config: RepoConfig;
  values: Explained[];
  /** What the repository's own file got wrong or may not say. It was left out. */
  problems: Problem[];
}

/** The sections that a repository takes values from when it says nothing itself. */
export interface Sections {
  agent: { default: string };
  language: string;
  budget: { per_item_usd: number; per_repo_day_usd: number };
  repository_file: { allow: readonly string[] };
}

/** Where a repository is said: an entry of `repos` (its place), or registered by `autodev repo add`. */
export type RepoPlace = { entry: number } | { registered: { name: string; url: string; enabled: boolean } };

/** defaults ← sections ← repo_defaults ← the repository's entry ← its own `.autodev.yaml`. */
export function settleRepo(
  source: Source,
  sections: Sections,
  place: RepoPlace,
  own?: RepositoryFile,
): SettledRepo {
  const layers = [...fromSections(source, sections), ...fromFile(source, place)];
  let merged = mergeLayers(layers);
  let problems: Problem[] = [];
  if (own !== undefined) {
    const { budget } = settled(merged.value);
    const told = repositoryLayer(own, { allow: sections.repository_file.allow, budget });
    problems = told.problems;
    merged = mergeLayers([...layers, told.layer]);
  }
  const config = settled(merged.value);
  const values = leavesOf(config).map(({ path, value }) => {
    const key = keyText(path);
    return { key, value, origin: merged.origins.get(key) ?? (key === 'name' ? 'from url' : 'default') };
  });
  return { config, values, problems };
}

/** The sections fill agent, language and budget below everything else, so they are always there. */
function settled(value: Record<string, unknown>): RepoConfig {
  const { name, ...repo } = RepoSchema.parse(value) as RepoConfig;
  return { name: name ?? nameFromUrl(repo.url), ...repo };
}

function fromSections(source: Source, sections: Sections): Layer[] {
  const origin = (path: KeyPath) => (source.has(path) ? `${source.file}:${source.lineOf(path)}` : 'default');
  const { per_item_usd, per_repo_day_usd } = sections.budget;
  return [
    { value: { agent: sections.agent.default }, origin: () => origin(['agent', 'default']) },
    { value: { language: sections.language, budget: { per_item_usd, per_repo_day_usd } }, origin },
  ];
}

function fromFile(source: Source, place: RepoPlace): Layer[] {
  const at = (path: KeyPath): Layer[] => {
    const value = valueAt(source.value, path);
    return isPlainObject(value) ? [sourceLayer(source, path, value)] : [];
  };
  const entry: Layer[] =
    'entry' in place
      ? at(['repos', place.entry])
      : [{ value: { ...place.registered }, origin: () => 'repo add' }];
  return [...at(['repo_defaults']), ...entry];
}
