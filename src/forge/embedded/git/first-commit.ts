import { mailOf, type User } from '../tables/users.ts';
import type { Repository } from '../tables/repositories.ts';
import type { Site } from '../site.ts';
import { gitDirOf } from './bare.ts';
import { branchRef, seenRef } from './refs.ts';

/** A README on the default branch, in one call of git. Nobody can be listening yet, so the push counts as told. */
export async function writeFirstCommit(site: Site, repo: Repository, owner: User): Promise<void> {
  const readme = `# ${repo.name}\n${repo.description === null ? '' : `\n${repo.description}\n`}`;
  const seconds = Math.floor(site.host.clock.now() / 1000);
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const stream = [
    `commit ${branchRef(repo.default_branch)}\n`,
    `mark :1\ncommitter ${owner.login} <${mailOf(owner)}> ${seconds} +0000\n`,
    data('Initial commit'),
    `M 100644 inline README.md\n${data(readme)}`,
    `reset ${seenRef(repo.default_branch)}\nfrom :1\n\n`,
  ];
  await site.host.git.run(['fast-import', '--quiet'], {
    gitDir: gitDirOf(site, repo),
    input: stream.join(''),
  });
}
