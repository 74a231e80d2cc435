import type { Forge } from '../../forge/forge.ts';
import { redact } from '../../host/log/redact.ts';
import type { SecretKeeper } from '../../work/secrets/keeper.ts';
import { Quarantined } from '../engine/stops/interruptions.ts';
import { openScanner } from './scanner.ts';

/**
 * The forge as steps write to it: every text goes by the scanner, and one with a secret in it goes nowhere. The item
 * is left to a person with the reason; what was done so far is kept.
 */
export function refusingForge(forge: Forge, keeper: SecretKeeper): Forge {
  const scanner = openScanner(keeper);
  return guarded(forge, keeper, async (what, text) => {
    const [secret] = await scanner.places(text);
    if (secret === undefined) return text;
    throw new Quarantined(`${what} was not published: it holds what looks like a secret (${secret.kind})`);
  });
}

const MARK = /<!-- autodev:[^\n]{1,300} -->\s*$/;

/** The forge as the daemon writes to it: where an item stands has to be said, so a secret is taken out of the text. */
export function redactingForge(forge: Forge, keeper: SecretKeeper): Forge {
  const scanner = openScanner(keeper);
  return guarded(forge, keeper, async (_what, text) => {
    const clean = redact(text, keeper.all());
    if ((await scanner.places(clean)).length === 0) return clean;
    return `(not shown: it holds what looks like a secret)\n\n${MARK.exec(text)?.[0] ?? ''}`;
  });
}

type Pass = (what: string, text: string) => Promise<string>;

/** Every write that carries a text of ours. The others carry numbers, ids and labels of a fixed list. */
function guarded(forge: Forge, keeper: SecretKeeper, pass: Pass): Forge {
  return {
    ...forge,
    comment: async (repo, number, body) => forge.comment(repo, number, await pass('a comment', body)),
    editComment: async (repo, id, body) => forge.editComment(repo, id, await pass('a comment', body)),
    createIssue: async (repo, { title, body, ...rest }) =>
      forge.createIssue(repo, {
        ...rest,
        title: await pass("an issue's title", title),
        body: await pass('an issue', body),
      }),
    createPull: async (repo, { title, body, head, ...rest }) =>
      forge.createPull(repo, {
        ...rest,
        title: await pass("the pull request's title", title),
        body: await pass("the pull request's description", body),
        head: await pass("the branch's name", head),
      }),
    review: async (repo, number, { body, comments, ...rest }) => {
      const inline: typeof comments = [];
      for (const comment of comments)
        inline.push({ ...comment, body: await pass('a remark of the review', comment.body) });
      return forge.review(repo, number, { ...rest, body: await pass('the review', body), comments: inline });
    },
    replyTo: async (repo, number, thread, body) =>
      forge.replyTo(repo, number, thread, await pass('an answer to a remark', body)),
    setStatus: async (repo, sha, { description, ...rest }) =>
      forge.setStatus(repo, sha, { ...rest, description: await pass("a status's description", description) }),
    merge: async (repo, number, { title, ...rest }) =>
      forge.merge(repo, number, {
        ...rest,
        ...(title === undefined ? {} : { title: await pass("the merge's title", title) }),
      }),
    // An app's token changes by the hour: each is held from the moment it is first used.
    gitAccess: async (repo) => {
      const access = await forge.gitAccess(repo);
      keeper.hold(access.token);
      return access;
    },
  };
}
