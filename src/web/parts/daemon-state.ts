import { html } from 'hono/html';
import type { Html } from '../../render/html/html.ts';
import type { Frame } from '../frame.ts';
import { order } from './order.ts';

/** Whether the daemon works, and the button that pauses it or lets it go on. */
export function daemonState(frame: Frame): Html {
  const { daemon } = frame.status;
  const word = daemon.state === 'stopped' ? 'not running' : daemon.state;
  return html`<span class="state ${daemon.state}"><span class="dot"></span>daemon ${word}</span>${
      daemon.state === 'running'
        ? order(frame, {
            name: 'pause',
            words: 'Pause',
            confirm: 'What runs goes on; nothing new begins until you resume.',
            sure: 'Pause the daemon',
          })
        : daemon.state === 'paused'
          ? order(frame, { name: 'resume', words: 'Resume' })
          : ''
    }`;
}
