import { ENTER, LEAVE } from '../../tui/screen/screen.ts';
import type { Terminal } from '../../tui/screen/terminal.ts';

/**
 * This terminal as a screen for one program: typed keys as they are, and everything as it was before once it is
 * disposed, or the process ends in any way but SIGKILL.
 */
export function openConsole(): Terminal & Disposable {
  const { stdin, stdout } = process;
  let entered = true;
  const leave = () => {
    if (!entered) return;
    entered = false;
    stdin.setRawMode(false);
    stdout.write(LEAVE);
  };
  // Before the trace of a crash is printed: it would vanish with the alternate screen.
  process.on('uncaughtExceptionMonitor', leave);
  process.on('exit', leave);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdout.write(ENTER);
  return {
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    write: (text) =>
      new Promise((resolve, reject) => {
        stdout.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    listen: ({ typed, resized, gone }) => {
      stdin.on('data', typed).once('end', gone).once('error', gone);
      stdout.on('resize', resized);
      return {
        [Symbol.dispose]: () => {
          stdin.off('data', typed).off('end', gone).off('error', gone).pause();
          stdout.off('resize', resized);
        },
      };
    },
    [Symbol.dispose]: () => {
      leave();
      process.off('uncaughtExceptionMonitor', leave);
      process.off('exit', leave);
    },
  };
}
