import { html } from 'hono/html';
import { MOST_ITEMS, type CostLine, type CostSheet } from '../../api/board/cost-sheet.ts';
import type { Html } from '../../render/html/html.ts';
import { dayBars, shareBar } from '../parts/bars.ts';
import { dollars } from '../parts/dollars.ts';
import { itemPath } from '../parts/item-name.ts';
import type { Frame, Page } from '../frame.ts';

/** Dollars per day, repository, model, role and item, and per merged pull request. */
export function costsPage(_frame: Frame, sheet: CostSheet): Page {
  const { days, total_usd: total, merged } = sheet;
  const body = html`<h1>Costs <span class="num">the last ${days} days</span></h1>
    <dl class="stats">
      ${stat('Spent', dollars(total))} ${stat('Merged pull requests', String(merged.count))}
      ${stat('Per merged pull request', merged.count === 0 ? '–' : dollars(merged.usd / merged.count))}
    </dl>
    ${
      total === 0
        ? html`<div class="box empty">
            Nothing was spent yet. Every session is booked here with its step, its role and its item.
          </div>`
        : html`<h2>Per day</h2>
            <div class="box chart-box">
              ${dayBars(
                sheet.by_day.map(({ name, usd }) => ({ name, value: usd })),
                `Dollars per day over ${days} days, ${dollars(total)} in all`,
              )}
            </div>
            <div class="pairs">
              <div>
                ${side('Repository', sheet.by_repo)} ${side('Role', sheet.by_role)}
                ${side('Model', sheet.by_model)}
              </div>
              <div>${side('Day', sheet.by_day.filter(({ steps }) => steps > 0).toReversed())}</div>
              <div class="whole-row">
                ${side('Item', sheet.by_item, (name) => html`<a href="${itemPath(name)}">${name}</a>`)}
              </div>
            </div>`
    }`;
  return { title: 'Costs', body };
}

function stat(name: string, value: string): Html {
  return html`<div class="stat">
    <dt>${name}</dt>
    <dd><b>${value}</b></dd>
  </div>`;
}

function side(
  name: string,
  lines: readonly CostLine[],
  cell: (name: string) => Html | string = (text) => text,
): Html {
  const largest = Math.max(...lines.map(({ usd }) => usd), 0);
  if (lines.length === 0) return html``;
  const most = lines.length === MOST_ITEMS ? html` <span class="count">the ${MOST_ITEMS} dearest</span>` : '';
  return html`<section aria-label="By ${name.toLowerCase()}">
    <h2>By ${name.toLowerCase()}${name === 'Item' ? most : ''}</h2>
    <div class="box wide" tabindex="0" role="region" aria-label="Costs by ${name.toLowerCase()}">
      <table>
        <thead>
          <tr>
            <th>${name}</th>
            <th class="right steps">Steps</th>
            <th class="right">Tokens</th>
            <th class="right">Cost</th>
            <th class="bar-of" aria-label="Share"></th>
          </tr>
        </thead>
        <tbody>
          ${lines.map(
            (line) =>
              html`<tr>
                <td>${cell(line.name)}</td>
                <td class="right steps">${line.steps}</td>
                <td class="right">${line.tokens.toLocaleString('en')}</td>
                <td class="right">${dollars(line.usd)}</td>
                <td class="bar-of">${shareBar(line.usd, largest)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
