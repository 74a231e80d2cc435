import { LABEL } from '../../work/labels.ts';
import { isPull, type Pull } from '../../work/pull.ts';
import type { Thread } from '../forge/place.ts';
import { MAIN } from '../forge/place.ts';
import { addReview } from '../forge/writes.ts';
import { forgeWrites, openPull } from '../forge/writes.ts';
import { blank } from '../forge/ground.ts';
import { askAgain, type World } from '../world.ts';

export const PERSON = 'person';
const OTHER = 'maintainer';

type Act = (world: World, thread: Thread, say: (what: string) => void) => void;

const onPull =
  (act: (world: World, pull: Pull, thread: Thread, say: (what: string) => void) => void): Act =>
  (world, thread, say) => {
    if (isPull(thread.entry) && thread.entry.state === 'open') act(world, thread.entry, thread, say);
  };

const label =
  (name: string, added: boolean): Act =>
  (world, thread, say) => {
    const { ground } = world;
    if (thread.entry.labels.includes(name) === added) return;
    if (!added) askAgain(world, `${thread.entry.repo}#${thread.entry.number}`);
    say(`${added ? 'adds' : 'removes'} ${name}`);
    ground.label(thread, name, added, PERSON);
  };

const permission =
  (level: 'read' | 'write'): Act =>
  ({ ground }, { entry }, say) => {
    say(`${PERSON} may ${level} from now on`);
    ground.permit(entry.repo, PERSON, level);
  };

const commitOn = (world: World, repo: string, parent: string, file: string): string => {
  const { commits } = world.ground;
  const at = world.ground.nextId();
  const tree = new Map(commits.get(parent).tree).set(file, `by a person ${at}`);
  return commits.make({ parents: [parent], tree, by: PERSON, at });
};

const review = (event: 'APPROVE' | 'REQUEST_CHANGES'): Act =>
  onPull(({ ground }, pull, thread, say) => {
    say(event === 'APPROVE' ? 'approves it' : 'wants it changed');
    const given = { sha: pull.head.sha, event, body: 'as I see it', comments: [] };
    addReview(ground, thread, OTHER, given, () => {
      throw new Error('there are no remarks');
    });
  });

/** Everything people do to what is in work. The first is the plainest. */
export const ACTS: readonly [name: string, act: Act][] = [
  [
    'comment',
    ({ ground }, thread, say) => {
      say('comments');
      ground.say(thread, PERSON, 'one more thing');
    },
  ],
  [
    'word',
    (world, thread, say) => {
      const word = world.chooser.pick('people', ['why', 'retry', 'cancel', 'approve']);
      say(`says /autodev ${word}`);
      if (word !== 'why') askAgain(world, `${thread.entry.repo}#${thread.entry.number}`);
      world.ground.say(thread, PERSON, `/autodev ${word}`);
    },
  ],
  [
    'change comment',
    ({ ground }, thread, say) => {
      const [last] = thread.comments.slice(-1);
      if (last === undefined) return;
      say(`rewrites the comment of ${last.author}`);
      Object.assign(last, { body: `(edited) ${last.body}`, updatedAt: ground.now() });
      ground.touch(thread);
    },
  ],
  [
    'edit',
    ({ ground }, thread, say) => {
      say('rewrites the text');
      thread.entry.body += ' also this';
      ground.touch(thread);
    },
  ],
  [
    'close',
    ({ ground }, thread, say) => {
      if (thread.entry.state === 'open') say('closes it');
      ground.close(thread, PERSON);
    },
  ],
  [
    'reopen',
    (world, thread, say) => {
      if (thread.entry.state === 'closed') say('reopens it');
      askAgain(world, `${thread.entry.repo}#${thread.entry.number}`);
      world.ground.reopen(thread, PERSON);
    },
  ],
  ['skip', label(LABEL.skip, true)],
  ['unskip', label(LABEL.skip, false)],
  ['unwip', label(LABEL.wip, false)],
  ['undone', label(LABEL.done, false)],
  [
    'push',
    onPull((world, pull, _thread, say) => {
      say(`pushes to ${pull.head.ref}`);
      world.ground.move(pull.repo, pull.head.ref, commitOn(world, pull.repo, pull.head.sha, 'person.ts'));
    }),
  ],
  [
    'force-push',
    onPull((world, pull, _thread, say) => {
      const base = world.ground.place(pull.repo).branches.get(MAIN) ?? pull.base.sha;
      say(`rewrites ${pull.head.ref}`);
      world.ground.move(pull.repo, pull.head.ref, commitOn(world, pull.repo, base, 'rewritten.ts'));
    }),
  ],
  [
    'delete branch',
    onPull((world, pull, _thread, say) => {
      say(`deletes ${pull.head.ref}`);
      world.ground.move(pull.repo, pull.head.ref, null);
    }),
  ],
  [
    'move base',
    (world, { entry }, say) => {
      const tip = world.ground.place(entry.repo).branches.get(MAIN) ?? '';
      say('pushes to main');
      world.ground.move(entry.repo, MAIN, commitOn(world, entry.repo, tip, 'shared.ts'));
    },
  ],
  ['approve', review('APPROVE')],
  ['request changes', review('REQUEST_CHANGES')],
  ['withdraw permission', permission('read')],
  ['give permission', permission('write')],
  [
    'merge',
    onPull((world, pull, _thread, say) => {
      const forge = forgeWrites(world.ground, OTHER, () => {});
      say('merges it');
      forge.merge(pull.repo, pull.number, { sha: pull.head.sha, method: 'merge' }).catch(() => {});
    }),
  ],
  [
    'new issue',
    ({ ground }, { entry }, say) => {
      say('opens another issue');
      const said = { title: 'one more', body: 'please', author: PERSON };
      ground.begin(entry.repo, blank(entry.repo, said, ground.now()));
    },
  ],
  [
    'new pull',
    (world, { entry }, say) => {
      const { ground } = world;
      const head = `feature-${ground.place(entry.repo).threads.size + 1}`;
      const tip = ground.place(entry.repo).branches.get(MAIN) ?? '';
      say(`opens a pull request from ${head}`);
      ground.move(entry.repo, head, commitOn(world, entry.repo, tip, 'feature.ts'));
      const said = { title: head, body: 'my own', author: PERSON, draft: false };
      openPull(ground, { repo: entry.repo, head, base: MAIN, ...said });
    },
  ],
  [
    'delete comment',
    ({ ground }, thread, say) => {
      if (thread.comments.length === 0) return;
      say('deletes the first comment');
      thread.comments.shift();
      ground.touch(thread);
    },
  ],
];
