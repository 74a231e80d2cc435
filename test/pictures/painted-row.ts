/** A stretch of a terminal's row in one style. */
export interface Painted {
  text: string;
  color: Color | undefined;
  bold: boolean;
  dim: boolean;
  inverse: boolean;
}

const COLORS = {
  31: 'red',
  32: 'green',
  33: 'yellow',
  34: 'blue',
  35: 'magenta',
  36: 'cyan',
} as const;
export type Color = (typeof COLORS)[keyof typeof COLORS];

const PLAIN: Painted = { text: '', color: undefined, bold: false, dim: false, inverse: false };

/** Rows as `tmux capture-pane -e` prints them: a style goes on into the next row. */
export function paintedRows(rows: readonly string[]): Painted[][] {
  let style = PLAIN;
  return rows.map((row) => {
    const spans: Painted[] = [];
    // oxlint-disable-next-line no-control-regex -- the sequences that colour a terminal begin with it
    for (const part of row.split(/(\u001b\[[\d;]*m)/)) {
      if (part.startsWith('\u001b[')) style = styled(style, part.slice(2, -1));
      else if (part !== '') spans.push({ ...style, text: part });
    }
    return spans;
  });
}

function styled(before: Painted, codes: string): Painted {
  return codes
    .split(';')
    .map(Number)
    .reduce((style, code) => {
      if (code === 0) return PLAIN;
      if (code === 1) return { ...style, bold: true };
      if (code === 2) return { ...style, dim: true };
      if (code === 7) return { ...style, inverse: true };
      if (code === 22) return { ...style, bold: false, dim: false };
      if (code === 27) return { ...style, inverse: false };
      if (code === 39) return { ...style, color: undefined };
      const color = Object.hasOwn(COLORS, code) ? COLORS[code as keyof typeof COLORS] : undefined;
      return color === undefined ? style : { ...style, color };
    }, before);
}
