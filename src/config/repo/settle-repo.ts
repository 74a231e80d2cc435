import { keyText } from '../keys/key-path.ts';
import { leavesOf, mergeLayers, sourceLayer, type Layer } from '../file/layers.ts';
import type { Problem } from '../file/problem.ts';
import { belongsToOther, ownModel } from '../model-for.ts';
import { nameFromUrl } from './repo-url.ts';
import { repositoryLayer, type RepositoryFile } from './repository-file.ts';
import { RepoSchema, type RepoConfig } from '../schema/repo.ts';
import { isPlainObject, valueAt, type KeyPath, type Source } from '../file/source.ts';

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
  agent: { default: string } & Record<'claude' | 'codex' | 'gemini', { model: string }>;
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
    const { budget } = settled(merged.value, sections);
    const told = repositoryLayer(own, { allow: sections.repository_file.allow, budget });
    problems = told.problems;
    merged = mergeLayers([...layers, told.layer]);
  }
  const config = settled(merged.value, sections);
  const other = belongsToOther(config.model, config.agent);
  if (other !== undefined) {
    const origin = merged.origins.get('model') ?? '';
    const [file = origin, line = '0'] = origin.split(/:(?=\d+$)/);
    config.model = ownModel(sections.agent, config.agent);
    merged.origins.delete('model');
    const message = `${JSON.stringify(mergedModel(merged.value))} is a model of ${other}, and the agent here is ${config.agent}`;
    problems.push({
      file,
      line: Number(line),
      key: 'model',
      message: `${message}; it is run with ${config.model}`,
    });
  }
  const values = leavesOf(config).map(({ path, value }) => {
    const key = keyText(path);
    return { key, value, origin: merged.origins.get(key) ?? (key === 'name' ? 'from url' : 'default') };
  });
  return { config, values, problems };
}

/** The sections fill agent, language and budget below everything else, so they are always there. */
function settled(value: Record<string, unknown>, { agent }: Sections): RepoConfig {
  const { name, model, ...repo } = RepoSchema.parse(value) as Omit<RepoConfig, 'model'> & { model?: string };
  return { name: name ?? nameFromUrl(repo.url), ...repo, model: model ?? ownModel(agent, repo.agent) };
}

const mergedModel = (value: Record<string, unknown>): unknown => value['model'];

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
