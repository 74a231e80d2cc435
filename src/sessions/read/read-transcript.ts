import { crc32 } from 'node:zlib';
import type { LineBuffer, LineFile } from '../../host/fs/line-file.ts';
import type { Stamp } from '../../host/fs/sync-files.ts';
import type { TranscriptFile } from '../locate/transcript.ts';
import { claudeReader } from './claude/reader.ts';
import { codexReader } from './codex/reader.ts';
import { geminiReader, takeGeminiDocument } from './gemini/reader.ts';
import { Gatherer, type Harvest, type ReaderState } from './harvest.ts';

/** How far a transcript was read the last time. */
export interface Bookmark {
  stamp: Stamp;
  offset: number;
  /** Tells an appended file from a rewritten one. */
  probe: string;
  state: ReaderState;
}

export interface Reading {
  bookmark: Bookmark;
  /** The harvest adds to what is known of the file; otherwise it replaces it. */
  appended: boolean;
  harvest: Harvest;
}

const READERS = { claude: claudeReader, codex: codexReader, gemini: geminiReader };
const PROBED = 1024;
const LARGEST_DOCUMENT = 64 * 1024 * 1024;

/** Reads what is new in a transcript; undefined when it is gone. */
export function readTranscript(
  file: TranscriptFile,
  before: Bookmark | undefined,
  buffer: LineBuffer,
): Reading | undefined {
  const opened = buffer.open(file.path);
  if (opened === undefined) return undefined;
  try {
    const appended = before !== undefined && isAppended(opened, before);
    const into = new Gatherer(appended ? before.state : undefined);
    if (file.sub === true) into.state.sub = true;
    if (file.agent === 'gemini') into.place(file.place, undefined);
    let offset: number;
    if (file.path.endsWith('.json')) {
      if (opened.stamp.size > LARGEST_DOCUMENT) into.longLines += 1;
      else takeGeminiDocument(opened.bytesAt(0, opened.stamp.size).toString('utf8'), into);
      offset = 0;
    } else offset = opened.lines(appended ? before.offset : 0, READERS[file.agent](into));
    return {
      bookmark: { stamp: opened.stamp, offset, probe: probeOf(opened, offset), state: into.state },
      appended,
      harvest: into.harvest(),
    };
  } finally {
    opened.close();
  }
}

/** The same file, longer, with the same bytes where we stopped; and we stopped at the end of a line. */
function isAppended(file: LineFile, before: Bookmark): boolean {
  const { offset, stamp } = before;
  if (offset === 0 || file.stamp.ino !== stamp.ino || file.stamp.size < stamp.size) return false;
  if (probeOf(file, offset) !== before.probe) return false;
  if (file.bytesAt(offset - 1, 1)[0] === 10) return true;
  // Stopped at the end of the file, after a record without its line feed: what follows must be that line feed.
  return file.stamp.size === offset || file.bytesAt(offset, 1)[0] === 10;
}

/** The bytes just before the place: they hold ids and times, so that no other text ends alike. */
function probeOf(file: LineFile, offset: number): string {
  const length = Math.min(PROBED, offset);
  return length === 0 ? '' : crc32(file.bytesAt(offset - length, length)).toString(36);
}
