import { AutodevError } from '../../work/errors.ts';

/** One thing that is wrong with a configuration file. */
export interface Problem {
  file: string;
  line: number;
  /** The key as people write it, such as `repos[0].model`; empty when the file as a whole is meant. */
  key: string;
  message: string;
  /** What would have been right. */
  expected?: string | undefined;
}

export function problemText({ file, line, key, message }: Problem): string {
  return `${file}:${line}: ${key === '' ? '' : `${key}: `}${message}`;
}

/** All problems at once, so that nobody has to find them one by one. */
export function configError(problems: readonly Problem[]): AutodevError {
  const ordered = [...problems].sort((a, b) => a.line - b.line);
  const [first] = ordered;
  const message =
    ordered.length === 1 && first !== undefined
      ? problemText(first)
      : [
          `${ordered.length} problems in ${first?.file ?? 'the configuration'}`,
          ...ordered.map(problemText),
        ].join('\n  ');
  return new AutodevError('invalid_config', message, {
    hint: 'edit the file, or use autodev config edit, which checks before it saves; nothing was started',
    data: { file: first?.file, line: first?.line, problems: ordered },
  });
}
