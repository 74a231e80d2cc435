import { html } from 'hono/html';
import { atLeast } from '../../../work/issue.ts';
import { readCommits } from '../git/commits.ts';
import { readDiff } from '../git/diff.ts';
import { readRefs, resolveCommit } from '../git/refs.ts';
import { notFound } from '../problem.ts';
import { isMergeable, pullFiles, readShas } from '../pull-state.ts';
import type { Site } from '../site.ts';
import { latestCheckRuns, latestStatuses } from '../tables/checks.ts';
import { commentsOf } from '../tables/comments.ts';
import { eventsOf } from '../tables/events.ts';
import { findIssues, issueNumbered, type IssueRow } from '../tables/issues.ts';
import { findPulls, pullNumbered, type PullRow } from '../tables/pulls.ts';
import { allRepositories, fullName, permissionOf, type Repository } from '../tables/repositories.ts';
import { reviewCommentsOf } from '../tables/review-comments.ts';
import { reviewsOf } from '../tables/reviews.ts';
import type { User } from '../tables/users.ts';
import { sendHtml, type Html } from './page.ts';
import { diffBox, labels, login, stateBadge, words } from './parts.ts';

const PAGE = { size: 100, offset: 0 };
const crumbs = (repo: Repository): [string, string][] => [[fullName(repo), `/${fullName(repo)}`]];

export function repositoriesPage(site: Site, viewer: User): Promise<Response> {
  const repos = allRepositories(site.db).filter((repo) =>
    atLeast(permissionOf(site.db, repo, viewer), 'read'),
  );
  const rows = repos.map(
    (repo) =>
      html`<tr>
        <td><a href="/${fullName(repo)}">${fullName(repo)}</a></td>
        <td class="dim">${repo.description ?? ''}</td>
        <td class="dim">${repo.pushed_at}</td>
      </tr>`,
  );
  const body = html`<h1>Repositories</h1>
    <p class="dim">signed in as ${viewer.login}</p>
    <div class="box">
      ${
        rows.length === 0
          ? html`<div class="empty">none yet: POST /user/repos makes one</div>`
          : html`<table>
              ${rows}
            </table>`
      }
    </div>`;
  return sendHtml('Repositories', [], body);
}

export async function repositoryPage(site: Site, repo: Repository): Promise<Response> {
  const issues = findIssues(
    site.db,
    repo.id,
    { state: 'all', pulls: false, sort: 'updated', direction: 'desc' },
    PAGE,
  );
  const pulls = findPulls(site.db, repo.id, { state: 'all', sort: 'updated', direction: 'desc' }, PAGE);
  const branches = [...(await readRefs(site, repo, 'refs/heads/'))];
  const issueRow = (row: IssueRow) =>
    html`<tr>
      <td>${stateBadge(row.state, false, false)}</td>
      <td>
        <a href="/${fullName(repo)}/issues/${row.number}">${row.title}</a>
        <span class="num">#${row.number}</span>${labels(site, row.id)}
      </td>
      <td class="dim">${login(site, row.author_id)} · ${row.updated_at}</td>
    </tr>`;
  const pullRow = (row: PullRow) =>
    html`<tr>
      <td>${stateBadge(row.state, row.merged_at !== null, row.draft === 1)}</td>
      <td>
        <a href="/${fullName(repo)}/pull/${row.number}">${row.title}</a>
        <span class="num">#${row.number}</span>${labels(site, row.id)}
      </td>
      <td class="dim">${row.head_ref} → ${row.base_ref} · ${login(site, row.author_id)}</td>
    </tr>`;
  const table = (rows: Html[]) =>
    html`<div class="box">
      ${
        rows.length === 0
          ? html`<div class="empty">none</div>`
          : html`<table>
              ${rows}
            </table>`
      }
    </div>`;
  const body = html`<h1>${fullName(repo)}</h1>
    <p class="dim">${repo.description ?? ''}</p>
    <h2>Pull requests</h2>
    ${table(pulls.rows.map(pullRow))}
    <h2>Issues</h2>
    ${table(issues.rows.map(issueRow))}
    <h2>Branches</h2>
    ${table(
      branches.map(
        ([ref, sha]) =>
          html`<tr>
            <td>${ref.slice('refs/heads/'.length)}</td>
            <td><a href="/${fullName(repo)}/commit/${sha}">${sha.slice(0, 10)}</a></td>
          </tr>`,
      ),
    )}`;
  return sendHtml(fullName(repo), crumbs(repo), body);
}

export function issuePage(site: Site, repo: Repository, number: number): Promise<Response> {
  const row = issueNumbered(site.db, repo.id, number);
  if (row === undefined || row.is_pull === 1) throw notFound();
  const body = html`<h1>${row.title} <span class="num">#${row.number}</span></h1>
    <p>${stateBadge(row.state, false, false)} ${labels(site, row.id)}</p>
    ${words(login(site, row.author_id), 'opened this', row.created_at, row.body ?? '')}${history(site, row)}`;
  return sendHtml(row.title, crumbs(repo), body);
}

export async function pullPage(
  site: Site,
  repo: Repository,
  number: number,
  viewer: User,
): Promise<Response> {
  const pull = pullNumbered(site.db, repo.id, number);
  if (pull === undefined) throw notFound();
  const shas = await readShas(site, repo, pull);
  const files = await pullFiles(site, repo, shas);
  const commits = await readCommits(site, repo, `${shas.base}..${shas.head}`, { oldestFirst: true });
  const comments = reviewCommentsOf(site.db, pull.id, viewer.id);
  const clash = pull.state === 'open' && !(await isMergeable(site, repo, shas));
  const body = html`<h1>${pull.title} <span class="num">#${pull.number}</span></h1>
    <p>
      ${stateBadge(pull.state, pull.merged_at !== null, pull.draft === 1)}
      <span class="dim">${pull.head_ref} → ${pull.base_ref} at ${shas.head.slice(0, 10)}</span>
      ${clash ? html`<span class="bad">conflicts with the base</span>` : html``} ${labels(site, pull.id)}
    </p>
    ${words(login(site, pull.author_id), 'opened this', pull.created_at, pull.body ?? '')}${history(site, pull)}
    <h2>Reviews</h2>
    ${reviewsOf(site.db, pull.id)
      .filter((review) => review.state !== 'PENDING')
      .map((review) =>
        words(
          login(site, review.author_id),
          `${review.state.toLowerCase().replace('_', ' ')} ${review.commit_sha.slice(0, 10)}`,
          review.submitted_at ?? '',
          review.body,
        ),
      )}
    <h2>Checks</h2>
    ${checks(site, repo, shas.head)}
    <h2>Commits</h2>
    <div class="box">
      <table>
        ${commits.map(
          (commit) =>
            html`<tr>
              <td><a href="/${fullName(repo)}/commit/${commit.sha}">${commit.sha.slice(0, 10)}</a></td>
              <td>${commit.message.split('\n')[0] ?? ''}</td>
              <td class="dim">${commit.author.name}</td>
            </tr>`,
        )}
      </table>
    </div>
    <h2>Files</h2>
    ${files.map((file) =>
      diffBox(
        site,
        file,
        comments.filter((comment) => comment.path === file.path && comment.commit_sha === shas.head),
      ),
    )}`;
  return sendHtml(pull.title, crumbs(repo), body);
}

export async function commitPage(site: Site, repo: Repository, name: string): Promise<Response> {
  const sha = await resolveCommit(site, repo, name);
  const [commit] = sha === undefined ? [] : await readCommits(site, repo, sha, { limit: 1 });
  if (commit === undefined) throw notFound();
  const files = await readDiff(site, repo, commit.parents[0], commit.sha);
  const body = html`<h1>${commit.message.split('\n')[0] ?? ''}</h1>
    ${words(commit.author.name, `committed ${commit.sha}`, commit.author.date, commit.message)}
    ${checks(site, repo, commit.sha)}${files.map((file) => diffBox(site, file, []))}`;
  return sendHtml(commit.sha.slice(0, 10), crumbs(repo), body);
}

/** Comments and events in their order. */
function history(site: Site, row: IssueRow): Html {
  const comments = commentsOf(site.db, row.id).map((comment) => ({
    at: comment.created_at,
    html: words(login(site, comment.author_id), 'wrote', comment.created_at, comment.body),
  }));
  const events = eventsOf(site.db, row.id).map((event) => {
    const { label } = JSON.parse(event.data) as { label?: { name: string } };
    const line = `${login(site, event.actor_id)} ${event.event.replaceAll('_', ' ')}${label === undefined ? '' : ` ${label.name}`} · ${event.created_at}`;
    return { at: event.created_at, html: html`<p class="dim">${line}</p>` };
  });
  return html`${[...comments, ...events].sort((a, b) => a.at.localeCompare(b.at)).map((entry) => entry.html)}`;
}

function checks(site: Site, repo: Repository, sha: string): Html {
  const rows = [
    ...latestCheckRuns(site.db, repo.id, sha).map((run) => ({
      name: run.name,
      state: run.conclusion ?? run.status,
      words: '',
    })),
    ...latestStatuses(site.db, repo.id, sha).map((status) => ({
      name: status.context,
      state: status.state,
      words: status.description ?? '',
    })),
  ];
  if (rows.length === 0)
    return html`<div class="box"><div class="empty">none on ${sha.slice(0, 10)}</div></div>`;
  return html`<div class="box">
    <table>
      ${rows.map(
        (row) =>
          html`<tr>
            <td>${row.name}</td>
            <td
              class="${row.state === 'success' ? 'good' : row.state === 'failure' || row.state === 'error' ? 'bad' : 'dim'}"
            >
              ${row.state}
            </td>
            <td class="dim">${row.words}</td>
          </tr>`,
      )}
    </table>
  </div>`;
}
