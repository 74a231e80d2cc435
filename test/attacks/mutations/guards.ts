/** One guard: where it stands, how it is taken away, and the attack that has to notice. */
export interface Guard {
  guard: string;
  file: string;
  /** Stands exactly once in the file. */
  search: string;
  replace: string;
  /** The test file that turns red. */
  noticedBy: string;
}

const WORKSPACE = 'src/workflows/workspace';
const COLLECT = `${WORKSPACE}/collect/collect.test.ts`;
const POOL = `${WORKSPACE}/pool/pool.test.ts`;
const SET_UP = `${WORKSPACE}/set-up.test.ts`;
const GIT = 'src/host/git/git.test.ts';
const SANDBOX = 'src/host/sandbox/sandbox.test.ts';
const FILTER = 'src/host/sandbox/seccomp/filter.test.ts';
const NETWORK = 'src/host/sandbox/egress/network.test.ts';
const HOSTS = 'src/host/sandbox/egress/allowed-host.test.ts';
const EGRESS = 'test/attacks/sandbox-egress.test.ts';
const PROXY = 'src/host/sandbox/egress';
const FORGE = 'src/forge/embedded';
const ROLES = 'test/e2e/forge-roles.test.ts';
const REFS = 'test/e2e/forge-refs.test.ts';
const LOGIN = 'src/host/sandbox/keep/renewed-login.test.ts';
const SECRETS = 'src/workflows/publish/secrets.test.ts';
const PROTECTED = 'src/workflows/publish/protected-paths.test.ts';
const PUSHABLE = 'src/workflows/publish/pushable.test.ts';
const SANITIZE = 'src/workflows/outside-text/sanitize.test.ts';
const PROMPT = 'src/workflows/prompt.test.ts';
const SHOWN = 'src/workflows/model-text/shown.test.ts';
const TRUST = 'src/workflows/trust.test.ts';
const MERGE = 'src/workflows/merge/predicate.test.ts';

type Row = [guard: string, file: string, search: string, replace: string, noticedBy: string];

const ROWS: Row[] = [
  // What a session left in its worktree.
  [
    'a repository within the repository is refused',
    `${WORKSPACE}/collect/survey.ts`,
    'if (isGitFolder(shown(entry.name)))',
    'if (false)',
    COLLECT,
  ],
  [
    'pipes, sockets and devices are refused',
    `${WORKSPACE}/collect/survey.ts`,
    "if (entry.kind !== 'file' && entry.kind !== 'link')",
    'if (false)',
    COLLECT,
  ],
  [
    'giants are refused before they are read',
    `${WORKSPACE}/collect/survey.ts`,
    'if (entry.size > LIMITS.fileBytes)',
    'if (false)',
    COLLECT,
  ],
  [
    'hard links to files elsewhere are refused',
    `${WORKSPACE}/collect/survey.ts`,
    'if (times < all)',
    'if (false)',
    COLLECT,
  ],
  [
    'files in the folder of a submodule are refused',
    `${WORKSPACE}/collect/survey.ts`,
    'if (inside?.every(({ name }) => made.has(`${path}/${name}`)) !== true)',
    'if (false)',
    COLLECT,
  ],
  [
    'names that another file system takes for .git are refused',
    `${WORKSPACE}/collect/names.ts`,
    "return plain === '.git' || ntfs === '.git' || ntfs === 'git~1';",
    "return plain === '.git';",
    COLLECT,
  ],
  [
    'names that differ in case only are refused',
    `${WORKSPACE}/collect/collect.ts`,
    'refuseCollisions(tree, found.changed, found.gone);',
    '',
    COLLECT,
  ],
  [
    'links that lead out are refused',
    `${WORKSPACE}/collect/collect.ts`,
    'await refuseLinks(git, gitDir, tree, found.links);',
    '',
    COLLECT,
  ],
  [
    'links are followed through other links',
    `${WORKSPACE}/collect/links.ts`,
    'if (next === undefined) continue;',
    'continue;',
    COLLECT,
  ],
  [
    "a stranger's head shows agents the base's orders",
    `${WORKSPACE}/collect/agent-config.ts`,
    'if (changes.length === 0) return commit;',
    'return commit;',
    COLLECT,
  ],
  [
    'what the set-up made is never collected',
    `${WORKSPACE}/collect/survey.ts`,
    "if (path === '.git' || made.has(path)) continue;",
    "if (path === '.git') continue;",
    SET_UP,
  ],
  [
    'the set-up is guarded like a session',
    `${WORKSPACE}/workspaces.ts`,
    'await guarded(repo, worktree, () => work(handed.commit));',
    'await work(handed.commit);',
    SET_UP,
  ],
  [
    'no place that was swapped for a link is read',
    'src/host/fs/inside.ts',
    'if (placeOf(file, below(root, path)) === below(root, path)) return file;',
    'if (file > 0) return file;',
    'src/host/fs/inside.test.ts',
  ],
  // The clone.
  [
    'settings of the clone are compared after a session',
    `${WORKSPACE}/guard.ts`,
    'const settings = differing(expected.settings, await look());',
    'const settings: string[] = [];',
    POOL,
  ],
  [
    'refs of the clone are compared after a session',
    `${WORKSPACE}/guard.ts`,
    'const moved = differing(expected.refs, now).filter(',
    'const moved = differing(now, now).filter(',
    POOL,
  ],
  [
    'a breach puts the worktree aside',
    `${WORKSPACE}/workspaces.ts`,
    'await alone(repo, () => pool.quarantine(repo, worktree));',
    '',
    POOL,
  ],
  [
    'an idle worktree is gone through again before it is used',
    `${WORKSPACE}/pool/idle.ts`,
    'const missing = out === undefined ? undefined : await takeBack(from, out);',
    'const missing: string[] = [];',
    POOL,
  ],
  [
    'a verdict has a length',
    'src/work/verdicts.ts',
    'if (isTooLarge(value))',
    'if (isTooLarge(value) && false)',
    'test/attacks/verdicts.test.ts',
  ],
  [
    'a used worktree is swept before git is let in',
    `${WORKSPACE}/pool/handed.ts`,
    'const missing = await sweep(worktree, stamps);',
    'const missing: string[] | undefined = [];',
    POOL,
  ],
  [
    "what lies in git's own folder decides whether a worktree is used again",
    `${WORKSPACE}/pool/handed.ts`,
    "if (!HARMLESS.has(name) || kind !== (folder ? 'folder' : 'file')) return undefined;",
    '',
    POOL,
  ],
  [
    'settings planted before a crash are put back',
    `${WORKSPACE}/settings.ts`,
    'if (before.get(place) !== now.get(place)) await putSettingBack(place, before.get(place));',
    '{}',
    POOL,
  ],
  // Git itself.
  ['hooks are off', 'src/host/git/git.ts', "  ['core.hooksPath', '/dev/null'],\n", '', GIT],
  ['fsmonitor is off', 'src/host/git/git.ts', "  ['core.fsmonitor', 'false'],\n", '', GIT],
  ['the ext transport is off', 'src/host/git/git.ts', "  ['protocol.ext.allow', 'never'],\n", '', GIT],
  [
    'embedded bare repositories are not discovered',
    'src/host/git/git.ts',
    "  ['safe.bareRepository', 'explicit'],\n",
    '',
    GIT,
  ],
  ['no external diff is run', 'src/host/git/git.ts', "  ['diff.external', ''],\n", '', GIT],
  ['grafts mean nothing', 'src/host/git/git.ts', "    GIT_GRAFT_FILE: '/dev/null',\n", '', GIT],
  [
    'the config of the system is not read',
    'src/host/git/git.ts',
    "    GIT_CONFIG_GLOBAL: '/dev/null',\n",
    '',
    GIT,
  ],
  // The sandbox.
  ['no network', 'src/host/sandbox/flags.ts', "    '--unshare-net',\n", '', NETWORK],
  ['processes of its own', 'src/host/sandbox/flags.ts', "    '--unshare-pid',\n", '', SANDBOX],
  [
    'a root that is read-only',
    'src/host/sandbox/flags.ts',
    "    '--ro-bind',\n    '/',\n    '/',\n",
    "    '--bind',\n    '/',\n    '/',\n",
    SANDBOX,
  ],
  [
    'no mount by system call',
    'src/host/sandbox/seccomp/denied-calls.ts',
    '  mount: [165, 40],\n',
    '',
    FILTER,
  ],
  [
    'no namespace by unshare',
    'src/host/sandbox/seccomp/denied-calls.ts',
    '  unshare: [272, 97],\n',
    '',
    FILTER,
  ],
  ['no keyrings', 'src/host/sandbox/seccomp/denied-calls.ts', '  keyctl: [250, 219],\n', '', FILTER],
  ['no io_uring', 'src/host/sandbox/seccomp/denied-calls.ts', '  io_uring_setup: [425, 425],\n', '', FILTER],
  [
    'ports other than those of the web need to be written down',
    'src/host/sandbox/egress/allowed-host.ts',
    'USUAL_PORTS.includes(port)',
    'true',
    HOSTS,
  ],
  [
    'an allowed name does not lead to this machine',
    'src/host/sandbox/egress/allowed-host.ts',
    "return NEAR.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');",
    'return false;',
    HOSTS,
  ],
  [
    "a login of somebody else's is not kept",
    'src/host/sandbox/keep/renewed-login.ts',
    'if (other !== undefined) return other;',
    '',
    LOGIN,
  ],
  [
    'a login that was not due is not kept',
    'src/host/sandbox/keep/renewed-login.ts',
    "return due ? undefined : 'it was not due to be renewed';",
    'return undefined;',
    LOGIN,
  ],
  // The way to the model.
  [
    'only calls of a model are passed on',
    `${PROXY}/ask-model.ts`,
    'one.method === method && one.path.test(path)',
    'one.method !== undefined',
    EGRESS,
  ],
  [
    'the query of a call holds what its CLI writes',
    `${PROXY}/ask-model.ts`,
    'if (!QUERY.test(query))',
    'if (false)',
    EGRESS,
  ],
  [
    'the model fetches nothing for a question',
    `${PROXY}/ask-model.ts`,
    'if (part !== undefined) throw',
    'if (false) throw',
    EGRESS,
  ],
  [
    'a question that is packed is refused',
    `${PROXY}/ask-model.ts`,
    "if (request.headers['content-encoding'] !== undefined) throw",
    'if (false) throw',
    EGRESS,
  ],
  [
    'the stand-in is the whole credential',
    `${PROXY}/credential.ts`,
    'secrets.find(({ standIn }) => standIn === value)',
    'secrets.find(({ standIn }) => value.includes(standIn))',
    EGRESS,
  ],
  [
    'the stand-in has to be there',
    `${PROXY}/credential.ts`,
    'if (!found && secrets.length > 0)',
    'if (false)',
    EGRESS,
  ],
  ['no other credential goes along', `${PROXY}/credential.ts`, '    delete out[name];\n', '', EGRESS],
  [
    'the key is taken out of what comes back',
    `${PROXY}/scrub.ts`,
    'so.replaceAll(real, standIn), value)',
    'so, value)',
    EGRESS,
  ],
  [
    'a key that is cut in two is found',
    `${PROXY}/scrub.ts`,
    "held = begun === 0 ? '' : here.slice(-begun);\n        done(null, Buffer.from(here.slice(0, here.length - begun), 'latin1'));",
    "held = '';\n        done(null, Buffer.from(here, 'latin1'));",
    EGRESS,
  ],
  [
    'hosts that are not allowed are not reached',
    `${PROXY}/proxy.ts`,
    'if (allowing(options.allow, target) === undefined) throw',
    'if (false) throw',
    NETWORK,
  ],
  [
    'a method in a header is not passed on',
    `${PROXY}/ask-model.ts`,
    'authenticated(withoutDisguise(endToEnd(request.headers)), model)',
    'authenticated(endToEnd(request.headers), model)',
    EGRESS,
  ],
  // The embedded forge.
  [
    'refs other than branches and tags are refused',
    `${FORGE}/git/ref-names.ts`,
    'return WRITABLE.test(ref);',
    'return ref !== undefined;',
    `${FORGE}/git/ref-names.test.ts`,
  ],
  [
    'names that are taken for a commit are refused',
    `${FORGE}/git/ref-names.ts`,
    'if (MISLEADING.test(ref)) return',
    'if (false) return',
    `${FORGE}/git/ref-names.test.ts`,
  ],
  [
    'objects that would harm a checkout are refused',
    `${FORGE}/git-routes.ts`,
    "        ['receive.fsckObjects', 'true'],\n",
    '',
    REFS,
  ],
  [
    'triage does not rewrite the words of others',
    `${FORGE}/http/authority.ts`,
    "if (c.get('viewer').id !== authorId) must(site, repo, c, 'write');",
    '',
    ROLES,
  ],
  [
    'links do not leave by a backslash',
    'src/render/html/link.ts',
    "return URL.parse(target, HERE)?.origin === HERE && !target.includes('\\\\');",
    'return true;',
    'src/render/html/markdown.test.ts',
  ],
  // What leaves.
  [
    'containers are unpacked',
    'src/workflows/publish/scanner.ts',
    'for (const text of unpackedTexts(content))',
    'for (const text of unpackedTexts(content).slice(0, 0))',
    SECRETS,
  ],
  [
    'what unpacks to more than is looked through is refused',
    'src/workflows/publish/unpack.ts',
    'if (error instanceof RangeError) throw new TooMuchPacked();',
    '',
    SECRETS,
  ],
  [
    'names of files are looked through',
    'src/workflows/publish/scanner.ts',
    'await places(names)',
    "await places('')",
    SECRETS,
  ],
  [
    "a text cannot switch the scanner's rules off",
    'src/workflows/publish/secret-rules.ts',
    '    .filter((rule) => !FILTER.test(rule.meta.id))\n',
    '',
    SECRETS,
  ],
  [
    'our own rules look for secrets',
    'src/workflows/publish/scanner.ts',
    'const own = findSecrets(text, { held: keeper.all() });',
    "const own = findSecrets('', { held: keeper.all() });",
    SECRETS,
  ],
  [
    'the secrets we hold are looked for',
    'src/workflows/publish/scanner.ts',
    '{ held: keeper.all() }',
    '{ held: [] }',
    'test/attacks/outgoing-secrets.test.ts',
  ],
  [
    'words of commits are looked through',
    'src/workflows/publish/scanner.ts',
    'const said = (await places(messages)).map(',
    "const said = (await places('')).map(",
    SECRETS,
  ],
  [
    'every comment goes by the scanner',
    'src/workflows/publish/guard-forge.ts',
    "forge.comment(repo, number, await pass('a comment', body)),",
    'forge.comment(repo, number, body),',
    'test/attacks/outgoing-secrets.test.ts',
  ],
  [
    'lock files are protected',
    'src/workflows/publish/protected-paths.ts',
    'cargo.lock go.sum poetry.lock',
    'cargo.lock poetry.lock',
    PROTECTED,
  ],
  [
    'orders for agents are protected',
    'src/workflows/publish/protected-paths.ts',
    '`claude.md claude',
    '`claude',
    PROTECTED,
  ],
  [
    'folders of CI are protected',
    'src/workflows/publish/protected-paths.ts',
    '`.github/ .gitlab/',
    '`.gitlab/',
    PROTECTED,
  ],
  [
    'names that only some file system takes for a protected one are protected',
    'src/workflows/publish/protected-paths.ts',
    'const found = foundAs(path);',
    'const found = path.toLowerCase();',
    PROTECTED,
  ],
  [
    'a path that was protected since the freeze is one nobody said yes to',
    'src/workflows/publish/patch-limits.ts',
    'return [...since, ...large];',
    'return large;',
    PROTECTED,
  ],
  [
    'nothing is pushed for somebody who lost our trust',
    'src/workflows/publish/pushable.ts',
    'if (trusted?.take === false) throw new Dropped(trusted.reason);',
    '',
    PUSHABLE,
  ],
  [
    'an item waits where agents may not work any more',
    'src/compose/sandbox-gate.ts',
    'if ((await refused(repo)) === undefined) return;',
    'if (repo !== undefined) return;',
    'src/compose/sandbox-gate.test.ts',
  ],
  [
    'a daemon that stops does not wait for the end of a limit',
    'src/forge/github/http/limits.ts',
    'wait > LONGEST_WRITE_WAIT ? anyOf(signal, hurry) : signal',
    'signal',
    'src/forge/github/http/limits.test.ts',
  ],
  [
    'nothing is pushed to the default branch',
    'src/workflows/publish/pushable.ts',
    'if (branch === (await forge.repository(repo)).defaultBranch) return `${branch} is the default branch`;',
    '',
    PUSHABLE,
  ],
  [
    'nothing is pushed to a protected branch',
    'src/workflows/publish/pushable.ts',
    'if (await forge.isProtected(repo, branch)) return `${branch} is protected`;',
    '',
    PUSHABLE,
  ],
  [
    'nothing is pushed to the base of an open pull request',
    'src/workflows/publish/pushable.ts',
    'const [into] = await forge.pullsInto(repo, branch);',
    'const [into] = (await forge.pullsInto(repo, branch)).slice(0, 0);',
    PUSHABLE,
  ],
  [
    'only heads of the pull request at work are pushed to',
    'src/workflows/publish/pushable.ts',
    'return head.repo === repo && head.ref === branch ?',
    'return head.repo !== null ?',
    PUSHABLE,
  ],
  // What comes in.
  [
    'HTML comments are taken out',
    'src/workflows/outside-text/hidden-markup.ts',
    'taken(/<!--[\\s\\S]*?(?:--!?>|$)/g)',
    'taken(/(?!)/g)',
    SANITIZE,
  ],
  [
    'unused footnotes are taken out',
    'src/workflows/outside-text/hidden-markup.ts',
    'if (used.delete(label)) return whole;',
    'return whole;',
    SANITIZE,
  ],
  [
    'unused link definitions are taken out',
    'src/workflows/outside-text/definitions.ts',
    'if (used.has(label) && !known.has(label)) {',
    'if (label !== undefined) {',
    SANITIZE,
  ],
  [
    'tag characters are taken out',
    'src/workflows/outside-text/invisible.ts',
    '|[\\\\u{e0000}-\\\\u{e007f}]`',
    '|(?!)`',
    SANITIZE,
  ],
  [
    'fillers are taken out',
    'src/workflows/outside-text/invisible.ts',
    '/[\\u115f\\u1160\\u3164\\uffa0\\u2800]/g',
    '/(?!)/g',
    SANITIZE,
  ],
  [
    'text from outside is fenced',
    'src/workflows/prompt.ts',
    'return `<<<${nonce}\\n${cut}${note}\\n${nonce}>>>`;',
    'return `${cut}${note}`;',
    PROMPT,
  ],
  [
    "robots that read code are not called by a model's words",
    'src/workflows/model-text/code.ts',
    "    .replaceAll(ROBOTS, '@ ')\n",
    '',
    SHOWN,
  ],
  [
    'commands in code are not obeyed',
    'src/workflows/model-text/code.ts',
    "    .replaceAll(COMMAND, '$1\\\\/')\n",
    '',
    SHOWN,
  ],
  // Who may.
  [
    'a refused question for a permission is a no',
    'src/workflows/trust.ts',
    '      return false;\n',
    '      return true;\n',
    TRUST,
  ],
  [
    'a name that looks like a listed one is another',
    'src/workflows/trust.ts',
    'isPlain(a) && isPlain(b) && ',
    '',
    TRUST,
  ],
  [
    'bots count by their exact login only',
    'src/workflows/trust.ts',
    "if (login.endsWith('[bot]')) return false;",
    '',
    TRUST,
  ],
  [
    'a moved head is not merged',
    'src/workflows/merge/predicate.ts',
    'if (facts.headSha !== expectedHead)',
    'if (false)',
    MERGE,
  ],
  [
    "a person's demand for changes holds",
    'src/workflows/merge/predicate.ts',
    'if (blocked !== undefined) return',
    'if (false) return',
    MERGE,
  ],
  [
    'nobody approves their own pull request',
    'src/workflows/merge/predicate.ts',
    '      author !== facts.author &&\n',
    '',
    MERGE,
  ],
];

export const GUARDS: readonly Guard[] = ROWS.map(([guard, file, search, replace, noticedBy]) => ({
  guard,
  file,
  search,
  replace,
  noticedBy,
}));
