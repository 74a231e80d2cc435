import { html } from 'hono/html';
import type { Html } from '../../render/html/html.ts';
import { dollars } from './dollars.ts';

export interface Bar {
  name: string;
  value: number;
}

const WIDTH = 720;
const HEIGHT = 160;
const FOOT = 22;
const HEAD = 18;
const LEFT = 56;

/** Dollars per day as columns, with a scale of round numbers. Made here, so that it shows without a script. */
export function dayBars(bars: readonly Bar[], label: string): Html {
  const top = roundUp(Math.max(...bars.map(({ value }) => value), 0.01));
  const room = HEIGHT - FOOT - HEAD;
  const step = (WIDTH - LEFT) / Math.max(1, bars.length);
  const y = (value: number) => HEAD + room * (1 - value / top);
  const every = Math.ceil(bars.length / 8);
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
    ${[0, top / 2, top].map(
      (value) =>
        html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}" />
          <text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${scaleText(value)}</text>`,
    )}
    ${bars.map(
      ({ name, value }, at) =>
        html`<g>
          <title>${name}: ${dollars(value)}</title>
          <rect
            class="column"
            x="${(LEFT + at * step + step * 0.15).toFixed(1)}"
            width="${(step * 0.7).toFixed(1)}"
            y="${y(value).toFixed(1)}"
            height="${(y(0) - y(value)).toFixed(1)}"
            rx="2"
          />
          ${at % every === 0 ? html`<text x="${(LEFT + (at + 0.5) * step).toFixed(1)}" y="${HEIGHT - 6}" text-anchor="middle">${name.slice(5)}</text>` : ''}
        </g>`,
    )}
  </svg>`;
}

/** Whole dollars without cents. */
const scaleText = (value: number): string => (Number.isInteger(value) ? `$${value}` : dollars(value));

/** The next of 1, 2, 5, 10, 20 … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [1, 2, 5, 10].find((each) => each * power >= value) ?? 10;
  return digit * power;
}

/** A share of the largest, as a bar beside a number in a table. */
export function shareBar(value: number, largest: number): Html {
  const width = largest <= 0 ? 0 : (100 * value) / largest;
  return html`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="column" width="${width.toFixed(1)}" height="8" />
  </svg>`;
}
