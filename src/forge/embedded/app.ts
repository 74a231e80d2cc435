import { buildApi } from './api.ts';
import { buildGitRoutes } from './git-routes.ts';
import type { Site } from './site.ts';

const GIT = /^\/[^/]+\/[^/]+\/(info\/refs|git-upload-pack|git-receive-pack)$/;

/** One port, three faces: git, web pages and the API. */
export function buildApp(site: Site): (request: Request, env?: object) => Promise<Response> {
  const git = buildGitRoutes(site);
  const api = buildApi(site);
  return async (request, env) => {
    // A page on the internet must not reach this server by a name that it points to 127.0.0.1.
    if (!isLoopbackHost(new URL(request.url).hostname))
      return new Response('Unknown host.\n', { status: 421 });
    const { pathname } = new URL(request.url);
    return GIT.test(pathname) ? git.fetch(request, env) : api.fetch(request, env);
  };
}

function isLoopbackHost(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}
