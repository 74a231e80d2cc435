/** The only file that sends and receives signals. */

/** Signals one process, or a whole group by its negative number. False when it is already gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Whether a process has this number, also one that is not ours to signal. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Calls back each time one of these signals arrives, until disposed. */
export function onSignals(
  names: readonly NodeJS.Signals[],
  arrived: (name: NodeJS.Signals) => void,
): Disposable {
  for (const name of names) process.on(name, arrived);
  return {
    [Symbol.dispose]: () => {
      for (const name of names) process.off(name, arrived);
    },
  };
}
