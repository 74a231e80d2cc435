import { z } from 'zod';

/** Kinds of values that several sections use. */

export const seconds = z.number().positive();
export const hours = z.number().positive();
export const dollars = z.number().nonnegative();
export const port = z.int().min(1).max(65_535);
export const path = z.string().min(1);

/** A secret: never shown by `config show`, never logged. */
export const secret = (about: string) => z.string().min(1).meta({ description: about, writeOnly: true });

const PLAIN_WORDS = /^ *[\w@%+=:,./-][\w@%+=:,./ -]*$/;

/**
 * A command that is run without a shell: a list of arguments, or simple words. Quotes, variables, pipes and
 * redirections have no meaning without a shell, so a line that holds them is refused rather than misread.
 */
export const command = z.union([
  z.array(z.string()).min(1),
  z
    .string()
    .regex(PLAIN_WORDS, 'plain words without quotes or shell characters; use a list of arguments for those')
    .transform((line) => line.trim().split(/\s+/)),
]);
