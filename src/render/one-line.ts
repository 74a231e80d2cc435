/** A text of several lines (an error with its output, a question) as one, for places that have one. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}
