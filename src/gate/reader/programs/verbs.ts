import type { Context } from '../context.ts';
import { CHANGING_OPTION } from '../mentions.ts';
import { names, entryOf } from '../names.ts';
import { inspectRecipes } from '../packages/recipes.ts';
import { CRAFTED, isOption, textOf, type Word } from '../word.ts';

/** Programs whose first word says what they do: the words that only read, build nothing and change nothing. */
const READING_WORDS: Readonly<Record<string, string>> = {
  cargo: 'test check clippy tree metadata bench version search nextest',
  go: 'test vet list version doc env',
  sbt: 'test',
  lein: 'test',
  artisan: 'test',
  dotnet: 'test',
  swift: 'test',
  just: 'test check lint --list',
  task: 'test check lint',
  mvn: 'test verify',
  mvnw: 'test verify',
  gradle: 'test check tasks',
  gradlew: 'test check tasks',
  rake: 'test spec',
  mix: 'test',
  composer: 'test show validate',
  docker: 'ps images logs inspect version info top stats port',
  podman: 'ps images logs inspect',
  kubectl: 'get describe logs explain version',
  pip: 'list show freeze check',
  pip3: 'list show freeze check',
  gem: 'list',
  bundle: 'list show',
  brew: 'list info',
  apt: 'list show',
  terraform: 'validate show plan',
  pyenv: 'versions version which root',
  helm: 'list status template',
  systemctl: 'status',
  deno: 'test check lint info',
  'claude-md-core': 'parse-claude-md symbol-index',
  biome: 'lint ci check',
  black: '--check',
  isort: '--check --check-only',
  prettier: '--check -c -l --list-different',
  gofmt: '-l -d',
  rustfmt: '--check',
  oxfmt: '--check',
  claude: '--version --help',
  codex: '--version',
  gemini: '--version',
  tmux: 'ls',
  poetry: 'check show',
  uv: 'tree',
  coverage: 'report',
};
/** Programs that take several such words and do them all. */
const MANY_GOALS = names('mvn mvnw gradle gradlew rake just task sbt');
/** Options of theirs that take the next word; of others it is not known, so the word behind them is no verb. */
const VERB_VALUED: Readonly<Record<string, string>> = {
  kubectl: '-n --namespace --context --cluster',
  helm: '-n --namespace',
  mvn: '-pl -P -T',
  mvnw: '-pl -P -T',
  gradle: '-p --project-dir --tests -x',
  gradlew: '-p --project-dir --tests -x',
};
const VERB_FLAG =
  /^(-[qvsBDUeoi]|-D.*|-P.*|\+[\w.-]+|--[\w-]+=.*|--(quiet|verbose|offline|locked|frozen|info|debug|stacktrace|no-daemon|continue|parallel|no-color|silent|batch-mode|all|rerun-tasks|help|version))$/;
/** Options with which those words run or write something after all. */
const VERB_UNLESS: Readonly<Record<string, RegExp>> = {
  go: /^--?(test\.)?(exec|toolexec|vettool|o|c|\w*profile|outputdir|trace|overlay|modfile|fix|update|w|u)(=|$)/,
  terraform: /^--?(out|generate)/,
  cargo: /^(--config|-Z)/,
  tmux: /;$|^-/,
  gradle: /^(-I|--init-script|-b|--build-file)/,
  gradlew: /^(-I|--init-script|-b|--build-file)/,
  just: /^(-f|--justfile|--shell|--set|-c|--command|-d)/,
  task: /^(-t|--taskfile|-d|--dir)/,
  rake: /^(-[a-zA-Z]*[efrR]|--(execute|rakefile|require))/,
  mvn: /^-D.*exec|^-f/,
  mvnw: /^-D.*exec|^-f/,
  docker: /^(-H|--host|-c|--context)/,
  kubectl: /^--kubeconfig/,
  helm: /^--post-renderer/,
  deno: /^(--allow-run|-A|--config|-c$|--import-map|--preload)/,
};

export const hasVerbs = (name: string) => entryOf(READING_WORDS, name) !== undefined;

/** Whether a program with such words only reads. What it may run instead is said. */
export function readsByVerb(name: string, args: readonly Word[], ctx: Context): boolean {
  const reads = entryOf(READING_WORDS, name);
  if (reads === undefined) return false;
  const bars = entryOf(VERB_UNLESS, name);
  const isBarred = ({ text }: Word) => bars?.test(text) === true;
  const isListed = ({ text }: Word) => ` ${reads} `.includes(` ${text.replace(/^(:[\w-]+)*:(?=\w)/, '')} `);
  const verb = reads.startsWith('-')
    ? args.find(isListed)
    : (verbOf(name, args) ?? args.find((w) => isOption(w) && isListed(w)));
  if (verb !== undefined && checksFormat(name, verb, args)) return true;
  const changes = (w: Word) =>
    w.doubt === CRAFTED || (w !== verb && CHANGING_OPTION.test(w.text)) || isBarred(w);
  const allListed = !MANY_GOALS.has(name) || goalsOf(name, args).every(isListed);
  if (verb?.doubt === 0 && isListed(verb) && allListed && !args.some(changes)) {
    if (name === 'just') inspectRecipes('justfile', args, ctx);
    return true;
  }
  if (name === 'tmux' || args.some(isBarred))
    ctx.say('opaque', `${name} with words that may run something else`);
  return false;
}

function checksFormat(name: string, verb: Word, args: readonly Word[]): boolean {
  const checks = args.some((w) => /^--check(-formatted)?$/.test(w.text));
  return /^(cargo|mix)$/.test(name) && /^(fmt|format)$/.test(verb.text) && checks;
}

const isValued = (name: string, option: string) =>
  ` ${entryOf(VERB_VALUED, name) ?? ''} `.includes(` ${option} `);

/** The word that says what to do, unless an option before it might have taken it. */
function verbOf(name: string, args: readonly Word[]): Word | undefined {
  for (let k = 0; k < args.length; k += 1) {
    const w = args[k];
    const text = textOf(w);
    if (isValued(name, text)) k += 1;
    else if (!/^[-+]/.test(text)) return text.includes('=') ? undefined : w;
    else if (!VERB_FLAG.test(text)) return undefined;
  }
  return undefined;
}

function goalsOf(name: string, args: readonly Word[]): Word[] {
  return args.filter((w, k) => !/^[-+]/.test(w.text) && !isValued(name, args[k - 1]?.text ?? '-'));
}
