/** What happens around a call of a door: nothing, a delay, an error, the end of the machine. */
export type Pass = (call: () => unknown, args: readonly unknown[]) => unknown;

/** How calls by this name pass; asked once for each name. */
export type Around = (name: string) => Pass;

/** Never answers: whoever waits for it stands still for ever. */
export const never = (): Promise<never> => new Promise(() => {});

/** Whether this call still returns; counts down to the end of the machine. */
export type Survives = () => boolean;

/** The same part, every call of which goes through `around`; also those of the parts of it. */
export function throughDoor<T extends object>(part: T, around: Around, path = ''): T {
  const wrapped: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(part)) {
    const called = path === '' ? name : `${path}.${name}`;
    if (typeof value === 'function') {
      const pass = around(called);
      wrapped[name] = (...args: unknown[]) => pass(() => Reflect.apply(value, part, args), args);
    } else
      wrapped[name] =
        typeof value === 'object' && value !== null ? throughDoor(value, around, called) : value;
  }
  return wrapped as T;
}
