/** `daemon.active_hours`: local times such as "09:00-18:00", "mon-fri 22:00-06:00". None means always. */

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MINUTE = 60_000;
const WEEK_OF_MINUTES = 7 * 24 * 60;

export function isActiveAt(windows: readonly string[], when: number): boolean {
  if (windows.length === 0) return true;
  const at = new Date(when);
  const minute = at.getHours() * 60 + at.getMinutes();
  return windows.some((window) => {
    const { days, from, to } = parseWindow(window);
    if (from < to) return days.has(at.getDay()) && minute >= from && minute < to;
    // Over midnight: the part after midnight belongs to the day on which the window began.
    const yesterday = (at.getDay() + 6) % 7;
    return (days.has(at.getDay()) && minute >= from) || (days.has(yesterday) && minute < to);
  });
}

/** The next moment work may begin: `when` itself if it may now. */
export function nextActiveAt(windows: readonly string[], when: number): number {
  if (isActiveAt(windows, when)) return when;
  const start = Math.ceil(when / MINUTE) * MINUTE;
  for (let minute = 0; minute <= WEEK_OF_MINUTES; minute += 1) {
    const at = start + minute * MINUTE;
    if (isActiveAt(windows, at)) return at;
  }
  return Number.POSITIVE_INFINITY;
}

function parseWindow(window: string): { days: Set<number>; from: number; to: number } {
  const [times = '', named] = window.split(' ').reverse();
  const [from = '', to = ''] = times.split('-');
  return { days: daysOf(named), from: minutes(from), to: minutes(to) };
}

function daysOf(named: string | undefined): Set<number> {
  if (named === undefined) return new Set(DAYS.keys());
  const [first = '', last = first] = named.split('-');
  const days = new Set<number>();
  for (let day = DAYS.indexOf(first); ; day = (day + 1) % 7) {
    days.add(day);
    if (day === DAYS.indexOf(last)) return days;
  }
}

function minutes(time: string): number {
  const [hours, rest] = time.split(':');
  return Number(hours) * 60 + Number(rest);
}
