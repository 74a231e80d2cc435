// The live part of the dashboard. The server renders every page; this listens for news, asks for the page again and
// changes what differs. So nothing is shown twice or left out, and without this script a reload does the same.
const QUIET_MS = 150;
const AGAIN_MS = 2_000;
/** Longer without a heartbeat (the server sends one every 15 s) and the connection is as good as lost. */
const SILENT_MS = 40_000;

const here = document.body.dataset;
let last = Number(here.seq ?? 0);
let stream;
let heard = performance.now();

// --- Times in the reader's zone, counting on -------------------------------------------------------------------

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

/** As `span` of the server says it: the largest unit and, where it helps, the next one. */
function span(secs) {
  const whole = Math.round(secs);
  const at = UNITS.findIndex(([, size]) => whole >= size);
  if (at === -1) return '0 s';
  const [name, size] = UNITS[at];
  const rest = name === 'min' ? undefined : UNITS[at + 1];
  const more = rest === undefined ? 0 : Math.floor((whole % size) / rest[1]);
  return `${Math.floor(whole / size)} ${name}${more === 0 ? '' : ` ${more} ${rest[0]}`}`;
}

/** The server's clock: what it said when it made the page, and what has passed since. */
const offset = Date.parse(here.now) - Date.now();

function distance(then) {
  const secs = (then - Date.now() - offset) / 1_000;
  if (Math.abs(secs) < 5) return 'now';
  return secs > 0 ? `in ${span(secs)}` : `${span(-secs)} ago`;
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function tellTimes() {
  for (const node of document.querySelectorAll('time[datetime]')) {
    const then = Date.parse(node.dateTime);
    if (Number.isNaN(then)) continue;
    const title = exact.format(then);
    if (node.title !== title) node.title = title;
    if ('relative' in node.dataset) setText(node, distance(then));
    else if ('clock' in node.dataset) setText(node, clock.format(then));
    else if ('since' in node.dataset) setText(node, span(Math.max(0, (Date.now() + offset - then) / 1_000)));
  }
}

// --- Changing what differs ---------------------------------------------------------------------------------------

/** What belongs to the reader stays: what they opened, typed or chose. */
const OWN = new Set(['open', 'value', 'checked']);

function sameKind(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id ?? '') === (b.id ?? '');
}

function change(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  if ('keep' in old.dataset) return;
  for (const name of old.getAttributeNames())
    if (!fresh.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value && !OWN.has(name)) old.setAttribute(name, value);
  changeChildren(old, fresh);
}

function changeChildren(old, fresh) {
  const known = new Map([...old.children].filter(({ id }) => id !== '').map((child) => [child.id, child]));
  let at = old.firstChild;
  for (const wanted of fresh.childNodes) {
    const same = wanted.id ? known.get(wanted.id) : undefined;
    if (same !== undefined && sameKind(same, wanted)) {
      if (same === at) at = at.nextSibling;
      else old.insertBefore(same, at);
      change(same, wanted);
    } else if (at !== null && sameKind(at, wanted)) {
      const next = at.nextSibling;
      change(at, wanted);
      at = next;
    } else old.insertBefore(document.importNode(wanted, true), at);
  }
  while (at !== null) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

let asking = false;
let again = false;

/** The page as it is now. One request at a time; news meanwhile means once more. */
async function refresh() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' }, redirect: 'error' });
    if (answer.ok) show(await answer.text());
  } catch {
    // The connection says so by itself, and everything is asked for again when it is back.
  } finally {
    asking = false;
  }
  if (again) {
    again = false;
    setTimeout(() => void refresh(), QUIET_MS);
  }
}

function show(text) {
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  const follows = atEnd();
  for (const id of ['daemon', 'main']) {
    const [old, wanted] = [document.getElementById(id), fresh.getElementById(id)];
    if (old !== null && wanted !== null) change(old, wanted);
  }
  document.title = fresh.title;
  document.body.dataset.shown = fresh.body.dataset.seq;
  tellTimes();
  if (follows) document.querySelector('[data-follow]')?.scrollIntoView({ block: 'end' });
}

/** A transcript is followed while its end is in sight. */
function atEnd() {
  const end = document.querySelector('[data-follow]');
  return end !== null && end.getBoundingClientRect().bottom < innerHeight + 80;
}

// --- News --------------------------------------------------------------------------------------------------------

let waiting;

function soon() {
  waiting ??= setTimeout(() => {
    waiting = undefined;
    void refresh();
  }, QUIET_MS / 3);
}

/** Pages of one item are changed by what happens to it; the others by everything but the chatter of sessions. */
function concerns({ work, type }) {
  if (here.work !== undefined) return work === here.work || !work;
  return type !== 'session.progress';
}

function announce(event) {
  const words = {
    'question.asked': () => `${event.work} asks: ${event.question}`,
    'item.left': () => `${event.work} left as ${event.outcome}: ${event.reason}`,
    'daemon.paused': () => 'the daemon was paused',
    'daemon.resumed': () => 'the daemon goes on',
  }[event.type];
  if (words !== undefined) setText(document.getElementById('announce'), words());
}

function connection(lost) {
  document.body.classList.toggle('lost', lost);
  setText(document.getElementById('connection'), lost ? 'No connection to autodev. Trying again…' : '');
}

function listen() {
  heard = performance.now();
  stream?.close();
  stream = new EventSource(`/events?after=${last}`);
  stream.addEventListener('open', () => {
    heard = performance.now();
    if (!document.body.classList.contains('lost')) return;
    connection(false);
    soon();
  });
  stream.addEventListener('beat', () => {
    heard = performance.now();
  });
  stream.addEventListener('message', ({ data, lastEventId }) => {
    heard = performance.now();
    last = Number(lastEventId);
    const event = JSON.parse(data);
    announce(event);
    if (concerns(event)) soon();
  });
  stream.addEventListener('resync', ({ lastEventId }) => {
    heard = performance.now();
    last = Number(lastEventId);
    soon();
  });
  stream.addEventListener('error', () => connection(true));
}

function lookAfter() {
  const lost = stream.readyState === EventSource.CLOSED || performance.now() - heard > SILENT_MS;
  if (!lost) return;
  connection(true);
  listen();
}

tellTimes();
setInterval(tellTimes, 1_000);
if (here.live !== undefined) {
  listen();
  setInterval(lookAfter, AGAIN_MS);
}
