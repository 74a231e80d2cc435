import { join } from 'node:path';
import { z } from 'zod';
import {
  appendJsonLine,
  exists,
  list,
  makeFolder,
  readTextIfAny,
  remove,
  writeAtomic,
} from '../../host/fs/files.ts';
import { withFileLock } from '../../host/lock/file-lock.ts';
import { aliveSince, processStart } from '../../host/process/liveness.ts';
import { isoTime, type Clock } from '../../host/clock.ts';
import { AutodevError } from '../../work/errors.ts';

const teamRecord = z.object({
  name: z.string(),
  feature: z.string(),
  root: z.string(),
  pid: z.number(),
  processStart: z.string(),
  /** It works in the person's own folder, where only one can. */
  inPlace: z.boolean().default(false),
  /** Parts that have a worktree of their own. */
  parts: z.array(z.string()),
});
type TeamRecord = z.infer<typeof teamRecord>;

export interface Team {
  /** What a process that did not come to its end had left; undefined: there was none. */
  left: TeamRecord | undefined;
  /** Recorded before its worktree is made, so that it can be removed after a crash. */
  hasPart(name: string): Promise<void>;
  mail(message: { from: string; to: string; text: string }): Promise<void>;
  remove(): Promise<void>;
}

const folderOf = (home: string) => join(home, 'teams');

interface TeamAt {
  feature: string;
  root: string;
  key: string;
  inPlace: boolean;
}

/**
 * The team of a run and its mailbox. One that a dead process left is replaced; a living one is not disturbed, and
 * neither is one of another feature that works in the same folder.
 */
export async function createTeam(home: string, clock: Clock, at: TeamAt): Promise<Team> {
  await makeFolder(folderOf(home), 0o700);
  return withFileLock(join(home, 'teams.lock'), clock, () => create(home, clock, at));
}

async function create(home: string, clock: Clock, { feature, root, key, inPlace }: TeamAt): Promise<Team> {
  const folder = join(folderOf(home), `pdca-${key}`);
  const earlier = await readTeam(folder);
  const atWork = (await livingTeams(home)).find(
    (team) => team.root === root && (team.feature === feature || (inPlace && team.inPlace)),
  );
  if (atWork !== undefined)
    throw new AutodevError('already_running', `a run for ${atWork.feature} is at work here`, {
      why: `process ${atWork.pid}`,
      hint:
        atWork.feature === feature
          ? 'autodev auto status, or autodev auto stop'
          : 'wait for it, autodev auto stop, or use --worktree',
    });
  await remove(folder);
  await makeFolder(folder, 0o700);
  const record: TeamRecord = {
    name: `pdca-${feature}`,
    feature,
    root,
    pid: process.pid,
    processStart: await processStart(process.pid),
    inPlace,
    parts: earlier?.parts ?? [],
  };
  const keep = () => writeAtomic(join(folder, 'team.json'), JSON.stringify(record), 0o600);
  await keep();
  return {
    left: earlier,
    hasPart: async (name) => {
      if (record.parts.includes(name)) return;
      record.parts.push(name);
      await keep();
    },
    mail: (message) =>
      appendJsonLine(join(folder, 'mailbox.jsonl'), { at: isoTime(clock.now()), ...message }),
    remove: () => remove(folder),
  };
}

/** The teams at work now. What a dead process left says, when it is resumed, that it did not come to its end. */
export async function livingTeams(home: string): Promise<TeamRecord[]> {
  const found: TeamRecord[] = [];
  if (!(await exists(folderOf(home)))) return found;
  for (const { name } of await list(folderOf(home))) {
    const folder = join(folderOf(home), name);
    const team = await readTeam(folder);
    if (team !== undefined && (await aliveSince(team.pid, team.processStart))) found.push(team);
  }
  return found;
}

async function readTeam(folder: string): Promise<TeamRecord | undefined> {
  try {
    return teamRecord.parse(JSON.parse((await readTextIfAny(join(folder, 'team.json'))) ?? ''));
  } catch {
    return undefined;
  }
}
