import { join, resolve } from 'node:path';
import { readEnvironment, userHome } from '../../config/environment.ts';
import { transcriptRoots } from '../../compose/knowledge/transcript-roots.ts';
import { isFolder } from '../../host/fs/sync-files.ts';
import { indexPath } from '../../sessions/index/location.ts';
import { rootsAt, type Roots } from '../../sessions/locate/roots.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';

/** Which transcripts, and which index. */
export interface Places {
  roots: Roots;
  project: string | undefined;
  path: string;
  /** Only the index was named: it knows itself what it is an index of. */
  onlyIndex: boolean;
}

export function placesOf(input: Input): Places {
  const env = readEnvironment();
  const home = input.text('home');
  const user = userHome(env);
  const project = input.text('project');
  const db = input.text('db');
  if (home !== undefined && !isFolder(resolve(home)))
    throw new AutodevError('not_found', `no such folder: ${home}`, {
      hint: 'name a folder like ~/.claude with --home',
    });
  if (db !== undefined && isFolder(resolve(db)))
    throw new AutodevError('invalid_input', `${db} is a folder`, {
      hint: 'name a file for the index with --db',
    });
  const roots = home !== undefined ? rootsAt(resolve(home)) : transcriptRoots(input.home, env);
  const path = project === undefined ? undefined : pathOf(project, user);
  return {
    roots,
    project: path,
    path: db === undefined ? indexPath(roots, path) : resolve(db),
    onlyIndex: db !== undefined && home === undefined && project === undefined,
  };
}

function pathOf(project: string, user: string): string {
  if (project === '') throw new AutodevError('usage', '--project needs a path');
  return resolve(project === '~' || project.startsWith('~/') ? join(user, project.slice(1)) : project);
}
