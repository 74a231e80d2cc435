import { COMMON, type Command, type Option } from './command.ts';
import { palette } from './io.ts';
import { wrapped } from '../render/width.ts';
import { pathName } from './parse.ts';

/** What a terminal has at least; help is written once, not for each window. */
const COLUMNS = 80;

/** Help of one command: how to call it, what it offers, one example. */
export function helpText(path: readonly Command[], color: boolean): string {
  const { bold } = palette(color);
  const command = path.at(-1) as Command;
  const name = pathName(path);
  const shown = (command.children ?? []).filter((child) => !child.hidden);
  const usage = [
    ...(command.load ? [[name, ...(command.args ?? []), '[options]'].join(' ')] : []),
    ...(shown.length > 0 ? [`${name} <command>`] : []),
  ];
  const parts = [
    paragraphs(command.about),
    section(
      bold('Usage'),
      usage.map((line) => `  ${line}`),
    ),
  ];
  if (shown.length > 0) {
    parts.push(
      section(
        bold('Commands'),
        rows(shown.map((child) => [[child.name, ...(child.args ?? [])].join(' '), child.about])),
      ),
    );
  }
  const options = { ...command.options, ...COMMON };
  parts.push(
    section(
      bold('Options'),
      rows(Object.entries(options).map(([key, option]) => [spelling(key, option), option.about])),
    ),
  );
  if (command.more !== undefined) parts.push(paragraphs(command.more));
  if (command.example !== undefined)
    parts.push(
      section(
        bold('Example'),
        command.example.split('\n').map((line) => `  ${line}`),
      ),
    );
  return `${parts.join('\n\n')}\n`;
}

function section(title: string, lines: readonly string[]): string {
  return [title, ...lines].join('\n');
}

function spelling(name: string, option: Option): string {
  const short = option.short === undefined ? '    ' : `-${option.short}, `;
  return `${short}--${name}${option.value === undefined ? '' : ` ${option.value}`}`;
}

function paragraphs(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => wrapped(line, COLUMNS))
    .join('\n');
}

/** Two columns; a left side that is too long for its column has a line of its own. */
function rows(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(34, Math.max(...pairs.map(([left]) => left.length)));
  const indent = ' '.repeat(width + 4);
  return pairs.flatMap(([left, right]) => {
    const [first = '', ...more] = wrapped(right, COLUMNS - indent.length);
    const head =
      left.length > width ? [`  ${left}`, `${indent}${first}`] : [`  ${left.padEnd(width)}  ${first}`];
    return [...head, ...more.map((line) => `${indent}${line}`)];
  });
}
