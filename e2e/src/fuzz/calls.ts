/** The calls to send, taken from contracts alone: a new call there is fuzzed without a change here. */
import * as contracts from '@parley/contracts'
import type { Call } from '@parley/contracts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value
const membersOf = (value: unknown): readonly unknown[] => (typeof value === 'object' && value !== null ? Object.values(value) : [])

export const calls: readonly Call[] = [...new Set(Object.values(contracts).flatMap(membersOf).filter(isCall))]
export const nameOfCall = ({ method, path }: Call): string => `${method} ${path}`

/** Trading calls of a desk, which its key may make; all others need a user. */
export const isTraded = ({ path, who }: Call): boolean => /^\/v\d\//.test(path) && who !== 'administrator' && who !== 'person'

type Channels = Readonly<Record<string, { readonly also: readonly string[] }>>
const namesOf = (channels: Channels, but: readonly string[] = []): readonly string[] =>
  Object.entries(channels).flatMap(([name, { also }]) => (but.includes(name) ? [] : [name, ...also]))

/** Each endpoint with every name of its channels. */
export const doors = [
  { path: '/v2/drfq/', channels: namesOf(contracts.channels) },
  { path: '/v1/grfq/', channels: namesOf(contracts.groupChannels, ['quote_status']) },
  { path: '/v1/ob/', channels: namesOf(contracts.groupChannels) },
  { path: '/v1/fs/', channels: namesOf(contracts.spreadChannels) },
  { path: '/v1/vrfq/', channels: namesOf(contracts.vaultChannels) },
] as const
export type Door = (typeof doors)[number]
export const methods = ['subscribe', 'unsubscribe', 'heartbeat'] as const
