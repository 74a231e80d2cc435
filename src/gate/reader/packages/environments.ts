import type { Rule } from '../context.ts';
import { mentionsFinish } from '../mentions.ts';
import { inspectWriter } from '../programs/writers.ts';
import { CRAFTED, isOption, literal, textOf, type Word } from '../word.ts';

const READING_ENVIRONMENTS =
  /^(py[\d.]*|pypy[\d.]*|tests?|lint|types?|typing|mypy|check|unit|integration|coverage|pytest|flake8|ruff|pylint)([-_.,]|$)/;
const CHANGES = /^(--notest|--devenv|-c$|-f$|--force-dep|-x|--override)/;

/** tox and nox run the environments they are asked for, or all of them. */
export const inspectEnvironments: Rule = (args, cmd, ctx, name) => {
  for (const file of ['tox.ini', 'noxfile.py', 'pyproject.toml', 'setup.cfg']) {
    const runs = file === 'tox.ini' || file === 'noxfile.py';
    if (ctx.files.texts(file).some((text) => text === undefined || (runs && mentionsFinish(text))))
      ctx.say('finish', `${name}, whose ${file} names git or gh`);
  }
  const isAsked = (k: number) => /^(-[a-z]*[es]|--(env|session)s?|run)$/.test(textOf(args[k - 1]));
  const fine = (w: Word, k: number) =>
    w.doubt < CRAFTED &&
    !CHANGES.test(w.text) &&
    (!isAsked(k) || (w.doubt === 0 && (isOption(w) || READING_ENVIRONMENTS.test(w.text))));
  if (!args.every(fine)) inspectWriter(name, literal(name), args, cmd, ctx);
};
