const BACKTICK = 96;

/** A line without its comments; `open` when its last one goes on. Comments inside code spans are text. */
export function withoutComments(raw: string): { text: string; open: boolean } {
  let kept = '';
  let at = 0;
  let from = 0;
  while (at < raw.length) {
    const code = raw.charCodeAt(at);
    if (code === BACKTICK) {
      const close = raw.indexOf('`', at + 1);
      at = close === -1 ? raw.length : close + 1;
    } else if (code === 60 && raw.startsWith('<!--', at)) {
      kept += raw.slice(from, at);
      const close = raw.indexOf('-->', at + 4);
      // Only a comment that begins its line goes on below; in the middle of a sentence it is a typing mistake.
      if (close === -1) {
        if (kept.trim() === '') return { text: '', open: true };
        return { text: kept + raw.slice(at), open: false };
      }
      at = close + 3;
      from = at;
    } else at += 1;
  }
  return { text: kept + raw.slice(from), open: false };
}
