/** Text that names the workflow's state. */
export const MENTIONS_STATE = /develop-workflow/i;

/** Where git keeps what it runs by itself. */
export const RUN_BY_GIT =
  /(^|\/)\.git\/(modules\/.{0,1000})?(hooks|config|info\/attributes)|(^|\/)\.gitconfig$|\.config\/git\//i;
export const GIT_RUNS_IT = "a change of git's own files, which can run commands";

/** Options with which programs that only look change something. */
export const CHANGING_OPTION =
  /^(--?fix|--write|-w|-u|-i|--in-?place|--update.*|-o|--out.*|--apply.*|--allow-dirty|--init)(=|$)/;

export function mentionsFinish(text: string): boolean {
  return /\b(git|gh|hub)\b/.test(text) && /\b(push|commit|pr|pull-request|send-pack)\b/.test(text);
}

/** Words in this order, found one after the other: a pattern with gaps would take quadratic time. */
export function tellsGate(text: string): boolean {
  const autodev = text.indexOf('autodev');
  const develop = autodev === -1 ? -1 : text.indexOf('develop', autodev);
  return develop !== -1 && /\b(gate|reset)\b/.test(text.slice(develop));
}

/** Code that names the state, also where the name is put together from pieces. */
export function namesState(code: string): boolean {
  const joined = code.replace(/["'`+\s,()[\]]/g, '');
  return (
    MENTIONS_STATE.test(joined) ||
    /\.d(e(v(e(l(op?)?)?)?)?)?[*?]/i.test(code) ||
    /review_clean_pass|architect_verified|re_review_clean|autodev\W*develop\W*(gate|reset)/i.test(code) ||
    /autodevdevelop(gate|reset)/.test(joined)
  );
}
