import type { ClaudeMdSpec, DomainItem } from '../spec.ts';

const SECONDS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|밀리초|millis)/i, 0.001],
  [/^(?:s|초|sec)/i, 1],
  [/^(?:min|분|m(?![a-z]))/i, 60],
  [/^(?:h|시간)/i, 3_600],
  [/^(?:d|일)/i, 86_400],
];

/**
 * Values of Domain Context that the code does not have. Words without a number or code cannot be looked for, and of the
 * reasons for decisions only those that name a value have one: the rest tells a story.
 */
export function missingDomainValues(
  { domain_context }: ClaudeMdSpec,
  sources: readonly string[],
): DomainItem[] {
  const numbers = new Set<string>();
  for (const text of sources)
    for (const [found] of text.matchAll(/(?<![\w.])\d[\d_]*(?:\.\d+)?/g))
      numbers.add(found.replaceAll('_', ''));
  const all = sources.join('\n');
  const { decision_rationale, constraints, compatibility } = domain_context;
  const decided = decision_rationale.filter(({ value }) => value !== undefined);
  const items = [...decided, ...constraints, ...compatibility];
  return items.filter(({ value, text }) => {
    const said = value ?? text.replace(/\([^()]*\)\s*$/, '');
    const codes = [...said.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    const wanted = [
      ...said.replace(/`[^`]*`/g, '').matchAll(/(?<![\w.])(\d[\d,_]*(?:\.\d+)?)\s*([^\s\d,.)]*)/g),
    ];
    return (
      codes.some((code) => !all.includes(code)) ||
      wanted.some(
        ([, number = '', unit = '']) =>
          !forms(number.replace(/[,_]/g, ''), unit).some((form) => numbers.has(form)),
      )
    );
  });
}

const BYTES: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|ki)b\b/i, 1],
  [/^(?:m|mi)b\b/i, 2],
  [/^(?:g|gi)b\b/i, 3],
];

/** 7일 may be written as 7, as 604800 (seconds) or as 604800000 (milliseconds); 5 MB as 5242880; 10 % as 0.1. */
function forms(number: string, unit: string): string[] {
  if (unit.startsWith('%')) return [number, String(Number(number) / 100)];
  const power = BYTES.find(([pattern]) => pattern.test(unit))?.[1];
  if (power !== undefined)
    return [number, String(Number(number) * 1_024 ** power), String(Number(number) * 1_000 ** power)];
  const factor = SECONDS.find(([pattern]) => pattern.test(unit))?.[1];
  if (factor === undefined) return [number];
  const seconds = Number(number) * factor;
  return [number, String(seconds), String(seconds * 1_000)];
}
