import { isoSeconds } from '../../host/clock.ts';
import { isAutodevError } from '../../work/errors.ts';
import { workId } from '../../work/ids.ts';
import type { Comment } from '../../work/issue.ts';
import type { WorkItem } from '../../work/item.ts';
import { Taken } from '../../workflows/engine/stops/interruptions.ts';
import { words } from '../../workflows/words.ts';
import type { DaemonParts } from '../parts.ts';
import { HEARD_LINE, heardLine, rememberHeard } from './heard.ts';

/**
 * The sticky status comment: it tells people where an item stands, and other daemons that it is taken. It is written
 * before the label, so that a label always comes with a claim, and edited in place ever after.
 */
type Where = Pick<WorkItem, 'repo' | 'number'>;
type Item = Pick<WorkItem, 'type' | 'repo' | 'number'>;
export type ClaimParts = Pick<
  DaemonParts,
  'id' | 'forge' | 'host' | 'store' | 'flows' | 'logins' | 'settings' | 'mayClaim'
>;

const CLAIM = /<!-- autodev:claim (\S+) (\S+) -->/;
const RELEASED = '-';

interface Claim {
  comment: Comment;
  daemon: string;
  /** When it was last touched; undefined when it was given back. */
  touched: number | undefined;
}

function claimOf(comment: Comment): Claim | undefined {
  const match = CLAIM.exec(comment.body);
  if (match === null) return undefined;
  const touched = match[2] === RELEASED ? undefined : Date.parse(match[2] ?? '');
  return { comment, daemon: match[1] ?? '', touched };
}

/** Claims of those who may work here: ourselves, and other daemons under logins with write access. */
async function claims(parts: ClaimParts, at: Where): Promise<Claim[]> {
  const found: Claim[] = [];
  for (const comment of await parts.forge.comments(at.repo, at.number)) {
    const claimed = claimOf(comment);
    if (claimed === undefined) continue;
    if (parts.logins.includes(comment.author) || (await parts.mayClaim(at.repo, comment.author)))
      found.push(claimed);
  }
  return found;
}

const alive = (claim: Claim, parts: ClaimParts): boolean =>
  claim.touched !== undefined &&
  claim.touched > parts.host.clock.now() - parts.settings().claim_ttl_hours * 3_600_000;

/** Another daemon's live claim on this item, the lowest first: it wins. */
export async function foreignClaim(parts: ClaimParts, at: Where): Promise<Claim | undefined> {
  return (await claims(parts, at))
    .filter((claim) => claim.daemon !== parts.id && alive(claim, parts))
    .sort((a, b) => a.comment.id - b.comment.id)[0];
}

/** Whether another daemon holds this item: of the live claims the lowest wins, and one of ours that is dead is none. */
export async function lostClaim(parts: ClaimParts, at: Item): Promise<boolean> {
  if (!isClaimed(parts, at)) return false;
  const [winner] = (await claims(parts, at))
    .filter((claim) => alive(claim, parts))
    .sort((a, b) => a.comment.id - b.comment.id);
  return winner !== undefined && winner.daemon !== parts.id;
}

/** Before what an item leaves behind is written down or shown: what another daemon holds is that one's to settle. */
export async function mustHold(parts: ClaimParts, at: Item): Promise<void> {
  if (await lostClaim(parts, at)) throw new Taken('another daemon took it');
}

/** Whether anybody, dead or alive, has ever claimed this item in a comment that can be read. */
export async function everClaimed(parts: ClaimParts, at: Where): Promise<boolean> {
  return (await claims(parts, at)).length > 0;
}

/** Whether another daemon was the last to say where this item stands: what it asked is that one's to hear about. */
export async function lastSaidElsewhere(parts: ClaimParts, at: Where): Promise<boolean> {
  const said = await claims(parts, at);
  const mine = said.find(({ daemon }) => daemon === parts.id)?.comment.updatedAt ?? '';
  return said.some(({ daemon, comment }) => daemon !== parts.id && comment.updatedAt >= mine);
}

/** False when another daemon was there first. */
export async function claim(
  parts: ClaimParts,
  at: Item & { phase: string },
  language: 'en' | 'ko',
): Promise<boolean> {
  if (!isClaimed(parts, at)) return true;
  const foreign = await foreignClaim(parts, at);
  if (foreign !== undefined) return false;
  const mine = await writeClaim(parts, at, words(language).status(at.phase), true);
  const rival = await foreignClaim(parts, at);
  if (rival === undefined || rival.comment.id > mine) return true;
  await writeClaim(parts, at, words(language).status(words(language).handedOver), false);
  return false;
}

/**
 * The claim's time and text, renewed: at phase changes, hourly, and when the item leaves (then it is given back). A
 * machine that slept must not bring its claim back to life: older than the other's, it would win again.
 */
export async function writeStatus(parts: ClaimParts, at: Item, text: string, held: boolean): Promise<void> {
  if (!isClaimed(parts, at) || (held && (await lostClaim(parts, at)))) return;
  await writeClaim(parts, at, text, held);
}

/** An item that stands nowhere on the forge has no claim there: no other daemon knows of it. */
function isClaimed({ flows }: ClaimParts, { type, repo, number }: Item): boolean {
  return flows.onForge(workId(type, repo, number)) !== undefined;
}

async function ownClaim(parts: ClaimParts, at: Where): Promise<Claim | undefined> {
  const { id, logins } = parts;
  return (await claims(parts, at)).find(
    ({ daemon, comment }) => daemon === id && logins.includes(comment.author),
  );
}

/** That a word was heard, written into the status comment as it is; where there is none yet, with this text. */
export async function noteHeard(parts: ClaimParts, at: Where, word: string, text: string): Promise<void> {
  await rememberHeard(parts, at, word);
  const mine = await ownClaim(parts, at);
  if (mine === undefined) {
    await writeClaim(parts, at, text, false);
    return;
  }
  const line = await heardLine(parts, at);
  const body = mine.comment.body.replace(HEARD_LINE, '').replace(CLAIM, (claimed) => `${line}${claimed}`);
  await parts.forge.editComment(at.repo, mine.comment.id, body);
}

async function writeClaim(parts: ClaimParts, at: Where, text: string, held: boolean): Promise<number> {
  const { forge, store, host, id } = parts;
  const key = `status-comment ${at.repo}#${at.number}`;
  const since = held ? isoSeconds(host.clock.now()) : RELEASED;
  const body = `${text}\n\n${await heardLine(parts, at)}<!-- autodev:claim ${id} ${since} -->\n`;
  const known = await store.meta.get(key);
  const mine = known === undefined ? (await ownClaim(parts, at))?.comment.id : Number(known);
  const written =
    (mine === undefined ? undefined : await edited(parts, at.repo, mine, body)) ??
    (await forge.comment(at.repo, at.number, body));
  if (known !== String(written.id)) await store.meta.set(key, String(written.id));
  return written.id;
}

/** Undefined when somebody deleted it: then a new one is written. */
async function edited(
  parts: ClaimParts,
  repo: string,
  id: number,
  body: string,
): Promise<Comment | undefined> {
  try {
    return await parts.forge.editComment(repo, id, body);
  } catch (error) {
    if (isAutodevError(error, 'forge_not_found')) return undefined;
    throw error;
  }
}
