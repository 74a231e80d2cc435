import { openLimitGate, type LimitGate } from '../../forge/github/http/limits.ts';
import { isoTime, type Clock } from '../../host/clock.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Chooser } from '../chooser.ts';
import { countdown } from '../faults/gaps.ts';
import { never, type Around, type Survives } from './doors.ts';

/** What can go wrong with a request, the plainest first. */
const FAULTS = [
  'unavailable',
  'lost answer',
  'limited',
  'secondary limit',
  'retry-after',
  'slow',
  'late answer',
] as const;
type Fault = (typeof FAULTS)[number];

const WRITES =
  /^(addLabels|removeLabel|createLabel|comment|editComment|createIssue|closeIssue|createPull|review|replyTo|requestReview|react|retarget|rerunCheck|setStatus|merge|deleteBranch|push)$/;
export const isWrite = (name: string): boolean => WRITES.test(name);
/** Git's own way to the forge knows no limits of requests. */
const BY_GIT = /^(push|remoteHead|refresh)$/;

interface Parts {
  name: string;
  clock: Clock;
  chooser: Chooser;
  survives: Survives;
  faults: () => boolean;
  say: (what: string) => void;
  /** A request came although the forge had said when it answers again. */
  tooSoon: (name: string) => void;
}

/**
 * The way to the forge, by HTTP or git: requests that fail before or after they were carried out, that take long, and
 * that the forge refuses for a while, as the program's own gate hears it. Reads are repeated below this; writes never.
 */
export function forgeDoor(parts: Parts): Around {
  const { clock, chooser, survives, say } = parts;
  const stream = `forge:${parts.name}`;
  const isDue = countdown(chooser, stream, 0.75);
  const gate = openLimitGate({ clock, pacing: false });
  const slowly = () => clock.sleep(chooser.pick(stream, [1_000, 5_000, 20_000]));
  /** Until when the forge answers nobody. Not judged any more once the machine's clock was changed. */
  let closed = { heard: 0, until: 0, skew: 0 };
  const skew = () => clock.now() - clock.monotonic();
  /** What goes out in the very moment in which another request hears of the limit was on its way already. */
  const isTooSoon = () =>
    clock.monotonic() > closed.heard && clock.monotonic() < closed.until && skew() === closed.skew;
  const refused = (fault: Fault): number | undefined => {
    const secs = fault === 'retry-after' ? chooser.pick(stream, [60, 5, 900]) : 0;
    const answer = refusal(fault, secs);
    if (answer !== undefined)
      closed = { heard: clock.monotonic(), until: clock.monotonic() + secs * 1_000, skew: skew() };
    return answer && gate.heard(answer);
  };
  const meet = async (name: string, call: () => unknown): Promise<unknown> => {
    const fault = chooser.pick(stream, FAULTS);
    say(`${name}: ${fault}`);
    const until = BY_GIT.test(name) ? undefined : refused(fault);
    if (until !== undefined) return pass(name, call, isWrite(name) ? until : undefined);
    if (fault === 'slow') await slowly();
    else if (fault !== 'late answer' && fault !== 'lost answer') throw unavailable(name);
    const answer = await call();
    if (fault === 'lost answer') throw unavailable(name);
    if (fault === 'late answer') await slowly();
    return answered(answer, survives);
  };
  const pass = async (name: string, call: () => unknown, refusedUntil?: number): Promise<unknown> => {
    if (!survives()) return never();
    const until = refusedUntil ?? (BY_GIT.test(name) ? undefined : await gate.enter(isWrite(name)));
    if (until !== undefined) throw limited(name, until);
    if (!BY_GIT.test(name) && isTooSoon()) parts.tooSoon(name);
    if (parts.faults() && isDue()) return meet(name, call);
    return answered(await call(), survives);
  };
  return (name) => (call) => pass(name, call);
}

/** As GitHub says it: with and without a time, by status and by words. */
function refusal(fault: Fault, secs: number): Parameters<LimitGate['heard']>[0] | undefined {
  const answer = { data: {} };
  if (fault === 'limited') return { ...answer, status: 429, headers: {} };
  if (fault === 'retry-after') return { ...answer, status: 429, headers: { 'retry-after': String(secs) } };
  if (fault !== 'secondary limit') return undefined;
  const data = { message: 'You have exceeded a secondary rate limit' };
  return { ...answer, status: 403, headers: {}, data };
}

/** A machine that dies while the answer is on its way has still written. */
function answered<T>(answer: T, survives: Survives): T | Promise<never> {
  return survives() ? answer : never();
}

function limited(name: string, until: number): AutodevError {
  return new AutodevError('forge_limited', `the forge's limit is reached (${name})`, {
    data: { retryAt: isoTime(until) },
  });
}

function unavailable(name: string): AutodevError {
  const data = isWrite(name) ? { outcome: 'unknown' as const } : {};
  return new AutodevError('forge_unavailable', `no answer to ${name}`, { data });
}
