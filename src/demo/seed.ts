import { join } from 'node:path';
import type { DemoForge } from '../compose/repos/forge.ts';
import { makeFolder, remove, writeText } from '../host/fs/files.ts';
import type { Host } from '../host/host.ts';
import { ISSUES, PROJECT, PULLS } from './project.ts';

export interface Seeded {
  repo: string;
  cloneUrl: string;
  issues: number[];
  pulls: number[];
}

/** Makes the project on the forge: the repository, its first commit, the issues, and two branches with pull requests. */
export async function seed(host: Host, forge: DemoForge, scratch: string): Promise<Seeded> {
  const { owner, bot } = forge;
  const made = (await owner.request('POST', '/user/repos', {
    name: 'tally',
    description: 'Small helpers for shop pages',
  })) as { full_name: string; clone_url: string };
  const repo = made.full_name;
  await owner.request('PUT', `/repos/${repo}/collaborators/${bot.login}`, { permission: 'push' });

  const folder = join(scratch, 'seed');
  await remove(folder);
  await makeFolder(folder);
  const identity = { name: owner.login, email: `${owner.login}@example.invalid` };
  const git = (args: string[], more = {}) => host.git.run(args, { cwd: folder, identity, ...more });
  const commit = async (files: Readonly<Record<string, string>>, message: string) => {
    for (const [path, text] of Object.entries(files)) await writeText(join(folder, path), text);
    await git(['add', '-A']);
    await git(['commit', '-q', '-m', message]);
  };
  await git(['init', '-q', '-b', 'main']);
  await commit(PROJECT, 'Begin with slugs, amounts and greetings');
  for (const pull of PULLS) {
    await git(['checkout', '-q', '-b', pull.branch, 'main']);
    await commit(pull.files, pull.title);
  }
  await forge.push(folder, owner, made.clone_url, ['main', ...PULLS.map((pull) => pull.branch)]);

  const issues: number[] = [];
  for (const issue of ISSUES)
    issues.push(numberOf(await owner.request('POST', `/repos/${repo}/issues`, issue)));
  const pulls: number[] = [];
  for (const { branch, title, body } of PULLS)
    pulls.push(
      numberOf(
        await owner.request('POST', `/repos/${repo}/pulls`, { title, body, head: branch, base: 'main' }),
      ),
    );
  await remove(folder);
  return { repo, cloneUrl: made.clone_url, issues, pulls };
}

function numberOf(answer: unknown): number {
  return (answer as { number: number }).number;
}
