import { wrapped } from '../../render/width.ts';
import { answeredQuestion, type Model } from '../model.ts';
import { inert, plainText, span, type Row } from '../screen/row.ts';

/** The question that a person is about to answer, or what they are about to do; undefined when it is neither. */
export function dialogLines(model: Model, width: number): Row[] | undefined {
  const { typing } = model;
  if (typing === undefined || typing.for === 'filter') return undefined;
  if (typing.for === 'cancel')
    return [
      [span(`Cancel ${typing.id}?`, 'bold')],
      [],
      ...text('What is being done on it is stopped, and it is left to you (autodev:skip).', width),
      ...text('What was finished is kept: a retry goes on from there.', width),
      [],
      [span('y', 'bold'), span(' cancels it, '), span('n', 'bold'), span(' does not')],
    ];
  const question = answeredQuestion(model, typing);
  const options = (question?.options ?? []).map((option, at): Row => [
    span(`  ${at + 1} `, 'cyan'),
    span(plainText(option)),
  ]);
  const input = wrapped(`> ${inert(typing.text)}`, width - 1);
  return [
    [span(`${typing.id} asks`, 'bold')],
    [],
    ...text(question?.text ?? 'It was answered, or asks no longer; Esc goes back.', width),
    ...(options.length === 0 ? [] : [[], ...options]),
    [],
    ...input.map((line, at): Row => [span(line), ...(at === input.length - 1 ? [span('▏', 'cyan')] : [])]),
    [span('Enter answers, Esc leaves it', 'dim')],
  ];
}

function text(said: string, width: number): Row[] {
  return wrapped(plainText(said), width).map((line): Row => [span(line)]);
}
