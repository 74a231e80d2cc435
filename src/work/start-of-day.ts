/** Local midnight before `ms`, or `days` later: a day on which the clocks change is not 24 hours long. */
export function startOfDay(ms: number, days = 0): number {
  const day = new Date(ms);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + days);
  return day.getTime();
}
