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
