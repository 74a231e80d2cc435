import { absolutePath } from '../../config/absolute-path.ts';
import type { Answers } from '../../config/file/initial.ts';
import { apiUrlOf, GITHUB_API } from '../../config/repo/api-url.ts';
import { nameFromUrl, repoAddress } from '../../config/repo/repo-url.ts';
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
  /** Agents that are installed. */
  agents: readonly Agent[];
}

const AGENTS = ['claude', 'codex', 'gemini'] as const;
type Agent = (typeof AGENTS)[number];

/** Asks for what is not given. An answer that cannot be right is asked for again, with the reason. */
export async function askAnswers(io: Pick<Io, 'ask' | 'err'>, known: Known): Promise<Answers> {
  const { given } = known;
  const repos = given.repos.length > 0 || known.hasRepos ? given.repos : await askRepos(io, known.here);
  const answers: Answers = { ...given, repos };
  const foreign = repos.find((url) => apiUrlOf(url) !== GITHUB_API);
  if (!known.hasConfig && given.apiUrl === undefined && foreign !== undefined)
    answers.apiUrl = await askApi(io, foreign);
  if (!known.hasConfig && given.agent === undefined) {
    const found =
      known.agents.length > 0 ? `installed: ${known.agents.join(', ')}` : 'none of them is installed yet';
    const usual = known.agents[0] ?? 'claude';
    answers.agent = await askWord(io, `Agent, ${found}`, AGENTS, usual);
  }
  if (known.login === undefined && given.tokenFile === undefined) {
    const question = 'File that holds a GitHub token (empty: later): ';
    answers.tokenFile = await askUntil(io, question, async (typed) => {
      if (typed === '') return undefined;
      const file = absolutePath(typed, process.cwd());
      await secretIn(file, 'the token file');
      return file;
    });
  }
  if (!known.hasConfig && given.language === undefined) {
    answers.language = await askWord(io, 'Language of comments and reports', ['en', 'ko'] as const, 'en');
  }
  return answers;
}

/** Asked only for a host that is not github.com, where the usual place is a guess. */
function askApi(io: Pick<Io, 'ask' | 'err'>, repo: string): Promise<string> {
  const usual = apiUrlOf(repo) ?? GITHUB_API;
  return askUntil(io, `REST API of ${repoAddress(repo).host} (empty: ${usual}): `, (answer) => {
    const wanted = answer === '' ? usual : answer;
    if (!URL.canParse(wanted) || !/^https?:/.test(wanted))
      throw new AutodevError('invalid_input', 'expected a URL');
    return wanted;
  });
}

async function askRepos(io: Pick<Io, 'ask' | 'err'>, here: string | undefined): Promise<string[]> {
  const repos: string[] = [];
  for (;;) {
    const usual = repos.length === 0 ? here : undefined;
    const which = repos.length === 0 ? 'Repository URL' : 'One more';
    const url = await askUntil(io, `${which} (empty: ${usual ?? 'none'}): `, (answer) => {
      const wanted = answer === '' ? usual : answer;
      if (wanted !== undefined) nameFromUrl(wanted);
      return wanted;
    });
    if (url === undefined) return repos;
    repos.push(url);
  }
}

function askWord<T extends string>(
  io: Pick<Io, 'ask' | 'err'>,
  question: string,
  words: readonly T[],
  usual: T,
): Promise<T> {
  return askUntil(io, `${question}, ${words.join(' | ')} (empty: ${usual}): `, (answer) => {
    const found = answer === '' ? usual : words.find((word) => word === answer.toLowerCase());
    if (found === undefined) throw new AutodevError('invalid_input', `expected ${words.join(' or ')}`);
    return found;
  });
}

async function askUntil<T>(
  io: Pick<Io, 'ask' | 'err'>,
  question: string,
  check: (answer: string) => T | Promise<T>,
): Promise<T> {
  for (;;) {
    const answer = await io.ask(question);
    if (answer === undefined) throw new AutodevError('interrupted', 'nothing was written: no answer');
    try {
      return await check(answer.trim());
    } catch (error) {
      if (!isAutodevError(error)) throw error;
      io.err(`  ${error.message}${error.why === undefined ? '' : `: ${error.why}`}\n`);
    }
  }
}
