import { absolutePath } from '../../config/absolute-path.ts';
import type { Answers } from '../../config/file/initial.ts';
import { apiUrlOf, GITHUB_API } from '../../config/repo/api-url.ts';
import { nameFromUrl, repoAddress, urlOfRepository } from '../../config/repo/repo-url.ts';
import { secretIn } from '../../config/secrets.ts';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import type { Io } from '../io.ts';

/** What is known before anything is asked. */
export interface Known {
  given: Answers;
  /** config.yaml exists: what it says is not asked again. */
  hasConfig: boolean;
  hasRepos: boolean;
  /** Where the login for the forge comes from, when there is one. */
  login: string | undefined;
  /** URL of the repository we stand in. */
  here: string | undefined;
  /** What runs the tests in the folder we stand in, as far as its files tell. */
  testsHere: string | undefined;
  /** Agents that are installed. */
  agents: readonly Agent[];
}

/** The answers, and a token that was pasted, which is not yet kept anywhere. */
export interface Asked extends Answers {
  token?: string | undefined;
}

const AGENTS = ['claude', 'codex', 'gemini'] as const;
type Agent = (typeof AGENTS)[number];
type Asking = Pick<Io, 'ask' | 'err'>;

/** Asks for what is not given. An answer that cannot be right is asked for again, with the reason. */
export async function askAnswers(io: Asking, known: Known): Promise<Asked> {
  const { given } = known;
  const repos = given.repos.length > 0 || known.hasRepos ? given.repos : await askRepos(io, known.here);
  const answers: Asked = { ...given, repos };
  const foreign = repos.find((url) => apiUrlOf(url) !== GITHUB_API);
  if (!known.hasConfig && given.apiUrl === undefined && foreign !== undefined)
    answers.apiUrl = await askApi(io, foreign);
  if (!known.hasConfig && given.agent === undefined) {
    const found =
      known.agents.length > 0 ? `installed: ${known.agents.join(', ')}` : 'none of them is installed yet';
    const usual = known.agents[0] ?? 'claude';
    answers.agent = await askWord(io, `Agent, ${found}`, AGENTS, usual);
  }
  if (known.login === undefined && given.tokenFile === undefined) Object.assign(answers, await askToken(io));
  if (repos.length > 0 && !known.hasRepos) {
    if (given.checks === undefined) answers.checks = await askTests(io, known.testsHere);
    if (given.autoMerge === undefined) answers.autoMerge = await askMerging(io);
  }
  if (!known.hasConfig && given.language === undefined) {
    answers.language = await askWord(io, 'Language of comments and reports', ['en', 'ko'] as const, 'en');
  }
  return answers;
}

/** A token as it is pasted, or the file that holds one. Not shown while it is typed. */
function askToken(io: Asking): Promise<Pick<Asked, 'token' | 'tokenFile'>> {
  const question = 'GitHub token, or the file that holds it (empty: later): ';
  return askUntil(
    io,
    question,
    async (typed) => {
      if (typed === '') return {};
      if (LOOKS_LIKE_TOKEN.test(typed)) return { token: typed };
      const file = absolutePath(typed, process.cwd());
      await secretIn(file, 'the token file');
      return { tokenFile: file };
    },
    { hidden: true },
  );
}

/** GitHub's own say what they are; forty hexadecimal digits are those of older servers. */
const LOOKS_LIKE_TOKEN = /^(gh[a-z]_\w{16,}|github_pat_\w{16,}|[0-9a-f]{40})$/;

async function askTests(io: Asking, usual: string | undefined): Promise<string[]> {
  const question = `Command that runs the tests (empty: ${usual ?? 'none'}): `;
  const command = await askUntil(io, question, (answer) => answer || usual);
  return command === undefined ? [] : [command];
}

async function askMerging(io: Asking): Promise<boolean> {
  const question = 'Merge pull requests that are approved and green';
  return (await askWord(io, question, ['no', 'yes'] as const, 'no')) === 'yes';
}

/** Asked only for a host that is not github.com, where the usual place is a guess. */
function askApi(io: Asking, repo: string): Promise<string> {
  const usual = apiUrlOf(repo) ?? GITHUB_API;
  return askUntil(io, `REST API of ${repoAddress(repo).host} (empty: ${usual}): `, (answer) => {
    const wanted = answer === '' ? usual : answer;
    if (!URL.canParse(wanted) || !/^https?:/.test(wanted))
      throw new AutodevError('invalid_input', 'expected a URL');
    return wanted;
  });
}

async function askRepos(io: Asking, here: string | undefined): Promise<string[]> {
  const repos: string[] = [];
  for (;;) {
    const usual = repos.length === 0 ? here : undefined;
    const which = repos.length === 0 ? 'Repository, owner/repo or URL' : 'One more';
    const url = await askUntil(io, `${which} (empty: ${usual ?? 'none'}): `, (answer) => {
      const wanted = answer === '' ? usual : urlOfRepository(answer);
      if (wanted !== undefined) nameFromUrl(wanted);
      return wanted;
    });
    if (url === undefined) return repos;
    repos.push(url);
  }
}

function askWord<T extends string>(io: Asking, question: string, words: readonly T[], usual: T): Promise<T> {
  return askUntil(io, `${question}, ${words.join(' | ')} (empty: ${usual}): `, (answer) => {
    const found = answer === '' ? usual : words.find((word) => word === answer.toLowerCase());
    if (found === undefined) throw new AutodevError('invalid_input', `expected ${words.join(' or ')}`);
    return found;
  });
}

async function askUntil<T>(
  io: Asking,
  question: string,
  check: (answer: string) => T | Promise<T>,
  how: { hidden?: true } = {},
): Promise<T> {
  for (;;) {
    const answer = await io.ask(question, how);
    if (answer === undefined) throw new AutodevError('interrupted', 'nothing was written: no answer');
    try {
      return await check(answer.trim());
    } catch (error) {
      if (!isAutodevError(error)) throw error;
      io.err(`  ${error.message}${error.why === undefined ? '' : `: ${error.why}`}\n`);
    }
  }
}
