import type { User } from '../tables/users.ts';
import { nodeId } from './node-id.ts';

export function userJson(site: { url: string }, user: User): Record<string, unknown> {
  const api = `${site.url}/users/${encodeURIComponent(user.login)}`;
  return {
    login: user.login,
    id: user.id,
    node_id: nodeId('User', user.id),
    avatar_url: `${site.url}/assets/avatar.svg`,
    gravatar_id: '',
    url: api,
    html_url: `${site.url}/`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    received_events_url: `${api}/received_events`,
    type: user.type,
    user_view_type: 'public',
    site_admin: false,
  };
}

export function profileJson(site: { url: string }, user: User, publicRepos: number): Record<string, unknown> {
  return {
    ...userJson(site, user),
    name: user.login,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: publicRepos,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: user.created_at,
    updated_at: user.created_at,
  };
}
