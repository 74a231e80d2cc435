import type { Asked } from '../../compose/pdca/start.ts';
import { inert } from '../../render/visible.ts';
import type { Input } from '../command.ts';
import { banner } from './banner.ts';

/** The choices as the seed words them. */
const KOREAN: Readonly<Record<string, string>> = {
  'go on': '진행',
  change: '수정',
  skip: '건너뛰기',
  improve: '자동 개선',
  'by hand': '수동 수정',
  finish: '완료',
  approve: '승인',
  stop: '중단',
};

/** The banner of a phase's end and the choices; Enter, or the end of the input, takes the first. */
export async function askPerson({ io, json }: Input, asked: Asked, language: 'en' | 'ko'): Promise<string> {
  const { options, about } = asked;
  const text = about === 'phase' ? banner(asked, language) : asked.text;
  if (!json) io.out(`${inert(text)}\n`);
  const word = (option: string) => (language === 'ko' ? (KOREAN[option] ?? option) : option);
  const choices = options.map((option, at) => `${at + 1}) ${word(option)}`).join('  ');
  const said = (await io.ask(`${choices} [1] `))?.trim().toLowerCase() ?? '';
  const chosen =
    options[Number(said) - 1] ?? options.find((option) => option === said || KOREAN[option] === said);
  if (chosen !== undefined) return chosen;
  // Nothing said: a phase goes on by default, what went wrong does not.
  return about === 'phase' || about === 'change' ? (options[0] ?? '') : 'stop';
}
