import { html } from 'hono/html';
import type { Commit } from '../git/commits.ts';
import type { CommentPlace } from '../pulls/comment-place.ts';
import type { Site } from '../site.ts';
import { commentsOf } from '../tables/comments.ts';
import { eventsOf, type EventRow } from '../tables/events.ts';
import type { IssueRow } from '../tables/issues.ts';
import { fullName, type Repository } from '../tables/repositories.ts';
import type { ReviewCommentRow } from '../tables/review-comments.ts';
import { reviewsOf } from '../tables/reviews.ts';
import type { Html } from '../../../render/html/html.ts';
import { folded, inOrder, labelWords, type Entry } from '../../../render/html/timeline.ts';
import { commitLink, login, remark, when, words } from './parts.ts';

export interface Remark {
  row: ReviewCommentRow;
  place: CommentPlace;
}

/** Everything that happened, in one order of time: words, reviews with what they say of lines, commits, events. */
export function timeline(
  site: Site,
  repo: Repository,
  row: IssueRow,
  more: { remarks: readonly Remark[]; commits: readonly Commit[] } = { remarks: [], commits: [] },
): Html {
  const home = `/${fullName(repo)}`;
  const comments = commentsOf(site.db, row.id).map((comment): Entry => ({
    at: comment.created_at,
    html: words(site, login(site, comment.author_id), 'wrote', comment.created_at, comment.body, home),
  }));
  const reviews = reviewsOf(site.db, row.id).flatMap((review): Entry[] => {
    if (review.state === 'PENDING' || review.submitted_at === null) return [];
    const own = more.remarks.filter((each) => each.row.review_id === review.id);
    const what = html`${review.state.toLowerCase().replace('_', ' ')} ${commitLink(home, review.commit_sha)}`;
    const said = words(site, login(site, review.author_id), what, review.submitted_at, review.body, home);
    const below = own.map((each) => standing(site, home, each));
    return [{ at: review.submitted_at, html: html`${said}${below}` }];
  });
  const commits = more.commits.map((commit): Entry => ({
    at: commit.committer.date,
    html: html`<p class="dim">
      ${commit.author.name} committed ${commitLink(home, commit.sha)} ${commit.message.split('\n')[0] ?? ''} ·
      ${when(site, commit.committer.date)}
    </p>`,
  }));
  const events = folded(eventsOf(site.db, row.id), areOneLine).map((group): Entry => ({
    at: group[0]?.created_at ?? '',
    html: eventLine(site, home, group),
  }));
  return html`${inOrder([...reviews, ...commits, ...comments, ...events])}`;
}

/** A comment on a line where it stood: with the lines around it, and whether they are still there. */
function standing(site: Site, home: string, { row, place }: Remark): Html {
  const where = row.line === null ? row.path : `${row.path}:${place.line ?? row.line}`;
  const around = row.reply_to === null ? row.diff_hunk.split('\n').slice(-4).join('\n') : '';
  return html`<div class="thread">
    <span class="dim"
      >${where}${place.outdated ? html` <span class="label">outdated</span>` : html``}${
        row.reply_to === null ? html`` : html` · answer`
      }</span
    >
    ${around === '' ? html`` : html`<pre><code>${around}</code></pre>`} ${remark(site, row, home)}
  </div>`;
}

const isLabel = (event: EventRow | undefined) => event?.event === 'labeled' || event?.event === 'unlabeled';

/** Labels that one person changed in a row are one line. */
function areOneLine(last: EventRow, next: EventRow): boolean {
  return isLabel(last) && isLabel(next) && last.actor_id === next.actor_id;
}

function eventLine(site: Site, home: string, group: readonly EventRow[]): Html {
  const [first] = group;
  if (first === undefined) return html``;
  const who = login(site, first.actor_id);
  if (!isLabel(first)) {
    const commit = first.commit_sha === null ? html`` : html` ${commitLink(home, first.commit_sha)}`;
    const { rename } = JSON.parse(first.data) as { rename?: { from: string; to: string } };
    const renamed = rename === undefined ? '' : ` from “${rename.from}” to “${rename.to}”`;
    return html`<p class="dim">
      ${who} ${first.event.replaceAll('_', ' ')}${renamed}${commit} · ${when(site, first.created_at)}
    </p>`;
  }
  const names = (event: 'labeled' | 'unlabeled') =>
    group
      .filter((each) => each.event === event)
      .map((each) => (JSON.parse(each.data) as { label?: { name: string } }).label?.name ?? '');
  const said = labelWords(names('labeled'), names('unlabeled'));
  return html`<p class="dim">${who} ${said} · ${when(site, group.at(-1)?.created_at ?? '')}</p>`;
}
