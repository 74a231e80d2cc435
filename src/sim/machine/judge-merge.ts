import { atLeast } from '../../work/issue.ts';
import { isPull } from '../../work/pull.ts';
import { standingReviews } from '../../work/pull.ts';
import { standingChecks } from '../forge/place.ts';
import { LOGIN, type World } from '../world.ts';

/** What people and CI changed so lately that a daemon may have looked before it: nobody could have known. */
const JUST_NOW_MS = 60_000;

/** What is not there for a merge of this commit, by the rules in force, as an outsider reads them off the forge. */
export function lackingFor(
  world: World,
  { repo, number, sha }: { repo: string; number: number; sha: string },
): string[] {
  const { ground, settings, time, changedAt } = world;
  const place = ground.place(repo);
  const thread = ground.thread(repo, number);
  const { entry: pull } = thread;
  if (!isPull(pull)) return ['it is no pull request'];
  if (time.now() - (changedAt.get(`${repo}#${number}`) ?? -Infinity) < JUST_NOW_MS) return [];
  const lacking: string[] = [];
  const mayWrite = (login: string) => atLeast(place.permissions.get(login) ?? 'write', 'write');
  const standing = standingReviews(
    thread.reviews.filter(({ author }) => author !== LOGIN && mayWrite(author)),
    () => false,
  );
  const byPerson = standing.some(
    ({ state, commitSha, author }) => state === 'APPROVED' && commitSha === sha && author !== pull.author,
  );
  const mark = `<!-- autodev:approved pr:${repo}:${number}@${sha}/`;
  const byUs =
    mayWrite(pull.author) &&
    [...thread.reviews, ...thread.comments].some(
      ({ author, body }) => author === LOGIN && body.includes(mark),
    );
  if (!settings.repo.auto_merge) lacking.push('auto_merge is off');
  if (!byPerson && !byUs) lacking.push('nobody approved that commit');
  if (standing.some(({ state }) => state === 'CHANGES_REQUESTED')) lacking.push('a person wants it changed');
  if (settings.repo.merge_require_ci && !isGreen(place.checks.get(sha) ?? []))
    lacking.push('its checks are not green');
  if (pull.labels.includes('autodev:skip')) lacking.push('it was left to a person');
  return lacking;
}

function isGreen(reports: Parameters<typeof standingChecks>[0]): boolean {
  const checks = standingChecks(reports).filter(({ context }) => !context.startsWith('autodev/'));
  return checks.length > 0 && checks.every(({ state }) => state === 'success');
}
