import type { Io } from '../../io.ts';

/** What a person sees while modules are compiled. */
export interface Progress {
  /** A module has come to this phase; undefined: it is through. */
  phase(dir: string, phase: string | undefined): void;
  say(text: string): void;
}

/** On a terminal one line per module, redrawn in place below everything that is said; otherwise a line per phase. */
export function openProgress(
  io: Pick<Io, 'out' | 'err' | 'errIsTerminal' | 'rows'>,
  json: boolean,
): Progress {
  const tell = json ? io.err : io.out;
  if (!io.errIsTerminal)
    return {
      phase: (dir, phase) => {
        if (phase !== undefined) io.err(`${dir}: ${phase}\n`);
      },
      say: tell,
    };
  const running = new Map<string, string>();
  let drawn = 0;
  const erase = () => {
    if (drawn > 0) io.err(`\u001b[${drawn}A\u001b[J`);
    drawn = 0;
  };
  const draw = () => {
    // More lines than the terminal has could not be taken away again.
    const lines = [...running]
      .slice(0, Math.max(1, io.rows - 2))
      .map(([dir, phase]) => `  ${dir}: ${phase}\n`);
    io.err(lines.join(''));
    drawn = lines.length;
  };
  return {
    phase: (dir, phase) => {
      if (phase === undefined) running.delete(dir);
      else running.set(dir, phase);
      erase();
      draw();
    },
    say: (text) => {
      erase();
      tell(text);
      draw();
    },
  };
}
