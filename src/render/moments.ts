const UNITS: readonly (readonly [name: string, secs: number])[] = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

/** A span as people say it: the largest unit and, where it helps, the next one. */
export function span(secs: number): string {
  const whole = Math.max(0, Math.round(secs));
  const at = UNITS.findIndex(([, size]) => whole >= size);
  if (at === -1) return '0 s';
  const [name, size] = UNITS[at] as readonly [string, number];
  const rest = UNITS[at + 1];
  const more = rest === undefined || name === 'min' ? 0 : Math.floor((whole % size) / rest[1]);
  return `${Math.floor(whole / size)} ${name}${more === 0 || rest === undefined ? '' : ` ${more} ${rest[0]}`}`;
}

/** How long ago; without `now`, when. */
export function ago(iso: string | null, now: number | null): string {
  if (iso === null) return 'never';
  return now === null ? local(iso) : `${span((now - Date.parse(iso)) / 1_000)} ago`;
}

/** A moment in local time, to the second. */
export function local(iso: string): string {
  return new Date(iso).toLocaleString('sv-SE');
}

/** The local time of day, to the minute. */
export function clockTime(iso: string): string {
  return local(iso).slice(11, 16);
}

/** A moment in local time and how far away it is; without `now`, only when. */
export function at(iso: string, now: number | null): string {
  if (now === null) return local(iso);
  const distance = (Date.parse(iso) - now) / 1_000;
  const when = local(iso);
  return distance >= 0 ? `${when} (in ${span(distance)})` : `${when} (${span(-distance)} ago)`;
}
