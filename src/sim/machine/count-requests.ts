import type { World } from '../world.ts';
import type { Pass } from './doors.ts';
import { isWrite } from './forge-door.ts';

/** Counts as a real forge does: an answer that is the same as the last one to the same question costs nothing. */
export function requestCounter({ counted, time }: World): (called: string, pass: Pass) => Pass {
  const last = new Map<string, unknown>();
  return (called, pass) => {
    const count = () => void counted.push({ called, at: time.now() });
    if (isWrite(called))
      return (call, args) => {
        count();
        return pass(call, args);
      };
    return async (call, args) => {
      const answer = await pass(call, args);
      const key = `${called} ${args.join(' ')}`;
      const tag = entityTag(answer);
      if (last.get(key) !== tag) count();
      last.set(key, tag);
      return answer;
    };
  };
}

/** When the forge was asked is no part of what it said. */
function entityTag(answer: unknown): string {
  return JSON.stringify(answer, (key, value: unknown) => (key === 'forgeTime' ? undefined : value));
}
