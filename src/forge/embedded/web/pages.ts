import { html } from 'hono/html';
import { atLeast } from '../../../work/issue.ts';
import { placeNow } from '../pulls/comment-place.ts';
import { readCommits } from '../git/commits.ts';
import { readDiff } from '../git/diff.ts';
import { readRefs, resolveCommit } from '../git/refs.ts';
import { notFound } from '../http/problem.ts';
import { isMergeable, pullFiles, readShas } from '../pulls/pull-state.ts';
import type { Site } from '../site.ts';
import { latestCheckRuns, latestStatuses } from '../tables/checks.ts';
import { findIssues, issueNumbered, type IssueRow } from '../tables/issues.ts';
import { findPulls, pullOfIssue, type PullRow } from '../tables/pulls.ts';
import { allRepositories, fullName, permissionOf, type Repository } from '../tables/repositories.ts';
import { reviewCommentsOf } from '../tables/review-comments.ts';
import type { User } from '../tables/users.ts';
import { diffBox } from '../../../render/html/diff.ts';
import type { Html } from '../../../render/html/html.ts';
import { sendHtml } from './page.ts';
import { commitLink, labels, login, remark, stateBadge, when, words } from './parts.ts';
import { timeline } from './timeline.ts';

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
        <td class="dim">${when(site, repo.pushed_at)}</td>
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
      <td class="dim">${login(site, row.author_id)} · ${when(site, row.updated_at)}</td>
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

function issuePage(site: Site, repo: Repository, row: IssueRow): Promise<Response> {
  const home = `/${fullName(repo)}`;
  const body = html`<h1>${row.title} <span class="num">#${row.number}</span></h1>
    <p>${stateBadge(row.state, false, false)} ${labels(site, row.id)}</p>
    ${words(site, login(site, row.author_id), 'opened this', row.created_at, row.body ?? '', home)}
    ${timeline(site, repo, row)}`;
  return sendHtml(row.title, crumbs(repo), body);
}

/** `#7` may be either: both addresses show what has the number. */
export function numberedPage(site: Site, repo: Repository, number: number, viewer: User): Promise<Response> {
  const row = issueNumbered(site.db, repo.id, number);
  if (row === undefined) throw notFound();
  return row.is_pull === 1
    ? pullPage(site, repo, pullOfIssue(site.db, row.id), viewer)
    : issuePage(site, repo, row);
}

async function pullPage(site: Site, repo: Repository, pull: PullRow, viewer: User): Promise<Response> {
  const home = `/${fullName(repo)}`;
  const shas = await readShas(site, repo, pull);
  const files = await pullFiles(site, repo, shas);
  const commits = await readCommits(site, repo, `${shas.base}..${shas.head}`, { oldestFirst: true });
  const rows = reviewCommentsOf(site.db, pull.id, viewer.id);
  const remarks = await Promise.all(
    rows.map(async (row) => ({ row, place: await placeNow(site, repo, shas, row) })),
  );
  const clash = pull.state === 'open' && !(await isMergeable(site, repo, shas));
  const notes = (path: string) => {
    const here = remarks.filter(({ row, place }) => row.path === path && place.position !== null);
    const groups = Map.groupBy(here, ({ place }) => place.position ?? 0);
    return new Map([...groups].map(([at, each]) => [at, each.map(({ row }) => remark(site, row, home))]));
  };
  const body = html`<h1>${pull.title} <span class="num">#${pull.number}</span></h1>
    <p>
      ${stateBadge(pull.state, pull.merged_at !== null, pull.draft === 1)}
      <span class="dim">${pull.head_ref} → ${pull.base_ref} at ${commitLink(home, shas.head)}</span>
      ${clash ? html`<span class="bad">conflicts with the base</span>` : html``} ${labels(site, pull.id)}
    </p>
    ${words(site, login(site, pull.author_id), 'opened this', pull.created_at, pull.body ?? '', home)}
    ${timeline(site, repo, pull, { remarks, commits })}
    <h2>Checks</h2>
    ${checks(site, repo, shas.head)}
    <h2>Files</h2>
    ${files.map((file) => diffBox(file, notes(file.path)))}`;
  return sendHtml(pull.title, crumbs(repo), body);
}

export async function commitPage(site: Site, repo: Repository, name: string): Promise<Response> {
  const sha = await resolveCommit(site, repo, name);
  const [commit] = sha === undefined ? [] : await readCommits(site, repo, sha, { limit: 1 });
  if (commit === undefined) throw notFound();
  const files = await readDiff(site, repo, commit.parents[0], commit.sha);
  const { author, message } = commit;
  const body = html`<h1>${message.split('\n')[0] ?? ''}</h1>
    ${words(site, author.name, `committed ${commit.sha}`, author.date, message, `/${fullName(repo)}`)}
    ${checks(site, repo, commit.sha)}${files.map((file) => diffBox(file))}`;
  return sendHtml(commit.sha.slice(0, 10), crumbs(repo), body);
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
