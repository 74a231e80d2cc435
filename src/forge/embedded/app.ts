import { buildApi } from './api.ts';
import { buildGitRoutes } from './git-routes.ts';
import type { Site } from './site.ts';
import { buildWeb } from './web/routes.ts';

/** First words of the API's paths; no user can have them as a name. */
const API = /^\/(user|users|repos|search|rate_limit|faults|_logs)(\/|$)/;
const GIT = /^\/[^/]+\/[^/]+\/(info\/refs|git-upload-pack|git-receive-pack)$/;

/** One port, three faces: git, web pages and the API. */
export function buildApp(site: Site): (request: Request, env?: object) => Promise<Response> {
  const git = buildGitRoutes(site);
  const api = buildApi(site);
  const web = buildWeb(site);
  return async (request, env) => {
    // A page on the internet must not reach this server by a name that it points to 127.0.0.1.
    if (!isLoopbackHost(new URL(request.url).hostname))
      return new Response('Unknown host.\n', { status: 421 });
    const { pathname } = new URL(request.url);
    const face = GIT.test(pathname) ? git : API.test(pathname) || !wantsPage(request, pathname) ? api : web;
    return face.fetch(request, env);
  };
}

/** Unknown paths are the API's, which says 404 in JSON. */
function wantsPage(request: Request, pathname: string): boolean {
  return (
    pathname === '/login' ||
    (request.method === 'GET' &&
      /^\/(assets\/[^/]+|[^/]+\/[^/]+(\/(issues|pull|commit)\/[^/]+)?)?$/.test(pathname))
  );
}

function isLoopbackHost(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}
