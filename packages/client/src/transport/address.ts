/** Paths with their parameters and queries, exactly as they are sent and signed. */
import type { ClientOptions, SocketDoor } from './client.ts'

type Values = Readonly<Record<string, unknown>>

export function fillPath(path: string, params: Values = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '') throw new TypeError(`${path} needs ${name}.`)
    return encodeURIComponent(String(value))
  })
}

/** The host for a path, without a trailing slash. All hosts are the same by default. */
export function hostOf({ baseUrl, hosts = {} }: Pick<ClientOptions, 'baseUrl' | 'hosts'>, path: string): string {
  const api = hosts.api ?? baseUrl
  const host = /^\/v1\/fs(\/|$)/.test(path) ? (hosts.spreads ?? api) : /^\/v\d\//.test(path) ? api : baseUrl
  return host.replace(/\/$/, '')
}

/** Lists repeat their key; undefined and null values are omitted. Starts with `?` or is empty. */
export function queryText(query: Values = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** The path that the signature covers: the path seen by the server, with the base address's own path in front. */
export const signedPath = (baseUrl: string, path: string): string =>
  (baseUrl === '' ? '' : new URL(baseUrl).pathname.replace(/\/$/, '')) + path

/** `http://host` -> `ws://host`; the page's own origin if there is no base address. */
export function socketAddress(options: Pick<ClientOptions, 'baseUrl' | 'hosts'>, door: SocketDoor, query: Values): string {
  const host = hostOf(options, door)
  const base = host === '' ? globalThis.location.origin : host
  return `${base.replace(/^http/, 'ws')}${door}/${queryText(query)}`
}
