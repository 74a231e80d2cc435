import { writableFolder } from '../../host/fs/files.ts';
import { isAutodevError, messageOf } from '../../work/errors.ts';
import { ok, problem, warning, type Check, type Patient } from './check.ts';

/** The first git that knows `safe.bareRepository`, which every call of ours sets. */
const LEAST_GIT = [2, 38] as const;

export async function checkMachine({ home, host }: Patient): Promise<Check[]> {
  return [checkNode(), await checkGit(host.git), await checkHome(home)];
}

function checkNode(): Check {
  const { node } = process.versions;
  return Number(node.split('.')[0]) >= 24
    ? ok('node', `Node ${node}`)
    : problem('node', `Node ${node} is too old`, 'Install Node 24 or later.');
}

async function checkGit(git: Patient['host']['git']): Promise<Check> {
  try {
    const text = await git.text(['--version']);
    const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(text)?.slice(1) ?? []).map(Number);
    const [leastMajor, leastMinor] = LEAST_GIT;
    return major > leastMajor || (major === leastMajor && minor >= leastMinor)
      ? ok('git', text)
      : warning(
          'git',
          `${text} does not know every safety setting`,
          `Install git ${LEAST_GIT.join('.')} or later.`,
        );
  } catch (error) {
    return problem('git', `git cannot be run: ${messageOf(error)}`, 'Install git.');
  }
}

async function checkHome(home: string): Promise<Check> {
  try {
    await writableFolder(home, 'the autodev folder');
    return ok('home', `${home} can be written to`);
  } catch (error) {
    if (!isAutodevError(error)) throw error;
    return problem('home', `${error.message}: ${error.why ?? ''}`, ...(error.hint ? [error.hint] : []));
  }
}
