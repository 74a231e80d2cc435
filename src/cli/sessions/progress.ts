import { systemClock, type Clock } from '../../host/clock.ts';
import type { Progress } from '../../sessions/index/update-options.ts';
import type { Io } from '../io.ts';

const AFTER_MS = 300;
const EVERY_MS = 80;
const WIDTH = 30;

export interface Bar {
  show: (progress: Progress) => void;
  end: () => void;
}

/** A bar on the terminal's error stream; nothing is drawn for what is done at once, nor into a file. */
export function progressBar(io: Io, clock: Clock = systemClock): Bar {
  if (!io.errIsTerminal) return { show: () => {}, end: () => {} };
  const start = clock.monotonic();
  let drawn = start + AFTER_MS - EVERY_MS;
  let visible = false;
  return {
    show: ({ files, totalFiles, bytes, totalBytes }) => {
      const now = clock.monotonic();
      if (now - drawn < EVERY_MS) return;
      drawn = now;
      visible = true;
      const share = totalBytes === 0 ? 1 : bytes / totalBytes;
      const filled = Math.round(share * WIDTH);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
      io.err(`\r\u001b[K${bar} ${Math.floor(share * 100)}%  ${files} of ${totalFiles} transcripts`);
    },
    end: () => {
      if (visible) io.err('\r\u001b[K');
    },
  };
}
