import type { ItemDetails } from '../../api/board/item-details.ts';
import { clockTime, local, span as spanOf } from '../../render/moments.ts';
import { displayWidth, padEnd, padStart, wrapped } from '../../render/width.ts';
import type { Model } from '../model.ts';
import { plainText, span, type Row, type Style } from '../screen/row.ts';

/** Everything about one item, line by line; long texts go on in the next line. */
export function detailLines({ details, snapshot }: Model, width: number): Row[] {
  const item = snapshot?.items.find(({ id }) => id === details?.id);
  const title = plainText(details?.told?.why.title ?? item?.title ?? '');
  const head = [[span(details?.id ?? '', 'bold')], ...paragraph(title, width, 'bold')];
  const told = details?.told;
  if (told === undefined) return [...head, [], [span('reading …', 'dim')]];
  return [
    ...head,
    ...facts(told, width),
    ...section('Questions', questions(told, width)),
    ...section('Timeline', timeline(told, width)),
    ...section('Verdicts', verdicts(told, width)),
    ...section('Findings', findings(told, width)),
    ...section('On the forge', effects(told, width)),
    ...section('The running session', tail(told, width)),
  ];
}

function section(title: string, rows: readonly Row[]): Row[] {
  return rows.length === 0 ? [] : [[], [span(title, 'cyan')], ...rows];
}

/** Text over as many lines as it takes, the later ones set in. */
function paragraph(
  text: string,
  width: number,
  style: Style = 'plain',
  lead = '',
  leadStyle: Style = 'dim',
): Row[] {
  if (text === '' && lead === '') return [];
  const beside = width - displayWidth(lead);
  if (text !== '' && beside < LEAST_BESIDE)
    return [[span(lead.trimEnd(), leadStyle)], ...paragraph(text, width, style, SET_IN)];
  return wrapped(text, beside).map((line, at) => [
    span(at === 0 ? lead : ' '.repeat(width - beside), leadStyle),
    span(line, style),
  ]);
}

/** Less room than this beside what leads a text breaks its words: it stands below, set in. */
const LEAST_BESIDE = 24;
const SET_IN = ' '.repeat(10);

function facts({ why, url }: ItemDetails, width: number): Row[] {
  const fact = (name: string, text: string | null, style: Style = 'plain') =>
    text === null || text === '' ? [] : paragraph(plainText(text), width, style, padEnd(name, 11));
  return [
    ...fact(why.state, why.because, why.state === 'question' ? 'yellow' : 'plain'),
    ...fact('waits for', why.waits_for),
    ...fact('wakes', why.wakes_at === null ? null : local(why.wakes_at)),
    ...fact('next', why.next),
    ...fact('cost', dollars(why.cost_usd)),
    ...fact('failures', why.failures === 0 ? null : `${why.failures}, last: ${why.last_error ?? ''}`, 'red'),
    ...fact('labels', why.labels?.join(', ') ?? null),
    ...fact('page', url),
  ];
}

function questions({ questions: asked }: ItemDetails, width: number): Row[] {
  return asked.flatMap((question) => {
    const options = question.options.length === 0 ? '' : ` (${question.options.join(' | ')})`;
    const end = {
      open: 'open: press a to answer',
      answered: `answered "${question.answer ?? ''}" by ${question.answered_by ?? ''}`,
      withdrawn: `asks no longer: ${question.withdrawn_because ?? ''}`,
    }[question.state];
    const style = question.state === 'open' ? 'yellow' : 'dim';
    return [
      ...paragraph(
        plainText(`${question.text}${options}`),
        width,
        'plain',
        `  ${clockTime(question.asked_at)}  `,
      ),
      ...paragraph(plainText(end), width, style, '         '),
    ];
  });
}

const STATES: Record<ItemDetails['timeline'][number]['state'], { mark: string; style: Style }> = {
  running: { mark: '●', style: 'green' },
  done: { mark: '✓', style: 'plain' },
  failed: { mark: '✗', style: 'red' },
  again: { mark: '·', style: 'dim' },
  open: { mark: '?', style: 'yellow' },
};

function timeline({ timeline: entries }: ItemDetails, width: number): Row[] {
  return entries.flatMap((entry) => {
    const { mark, style } = STATES[entry.state];
    const round = entry.round === 0 ? '' : ` ${entry.round + 1}`;
    const what = plainText(`${entry.kind} ${entry.name}${round}`);
    const by = entry.agent === null ? '' : `${entry.agent}${entry.model ? ` (${entry.model})` : ''} `;
    const took = entry.duration_ms === null ? '' : spanOf(entry.duration_ms / 1_000);
    const cost = entry.cost_usd === 0 ? '' : dollars(entry.cost_usd);
    const lead = `  ${clockTime(entry.at)} ${mark} ${padEnd(what, 20)} ${padStart(took, 8)} ${padStart(cost, 7)}  `;
    return paragraph(
      plainText(`${by}${entry.text}`),
      width,
      style,
      lead,
      style === 'plain' ? 'plain' : style,
    );
  });
}

function verdicts({ verdicts: all }: ItemDetails, width: number): Row[] {
  return all.flatMap(({ at, step, round, verdict, confidence, summary }) => {
    const sure = confidence === null ? '' : ` (${Math.round(confidence * 100)} %)`;
    const name = round === 0 ? step : `${step} ${round + 1}`;
    const text = plainText(`${name}: ${verdict}${sure}${summary === '' ? '' : `, ${summary}`}`);
    return paragraph(text, width, 'plain', `  ${clockTime(at)}  `);
  });
}

const FINDING: Record<ItemDetails['findings'][number]['state'], Style> = {
  open: 'yellow',
  fixed: 'green',
  wont_fix: 'dim',
};

function findings({ findings: all }: ItemDetails, width: number): Row[] {
  return all.flatMap(({ state, severity, category, path, line, body }) =>
    paragraph(
      plainText(`${severity} ${category} ${path}:${line} ${body}`),
      width,
      'plain',
      `  ${padEnd(state.replace('_', ' '), 9)} `,
      FINDING[state],
    ),
  );
}

function effects({ effects: all }: ItemDetails, width: number): Row[] {
  return all.flatMap(({ at, kind, target, status, url }) => {
    const unsure = status === 'intent' ? ' (announced, not confirmed)' : '';
    const text = plainText(`${kind} ${url ?? target}${unsure}`);
    return paragraph(text, width, status === 'intent' ? 'yellow' : 'plain', `  ${clockTime(at)}  `);
  });
}

function tail({ tail: lines }: ItemDetails, width: number): Row[] {
  return lines.flatMap(({ at, text }) => paragraph(plainText(text), width, 'plain', `  ${clockTime(at)}  `));
}

const dollars = (usd: number) => `$${usd.toFixed(2)}`;
