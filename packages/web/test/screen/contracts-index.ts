/** Finds the call or channel of the contracts for a request or a subscription on the wire. */
import * as contracts from '@parley/contracts'
import { type Call, channels, groupChannels, spreadChannels, vaultChannels } from '@parley/contracts'
import type { z } from 'zod'

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'path' in value && 'answer' in value

const calls: readonly Call[] = Object.values(contracts)
  .flatMap((group): readonly unknown[] => (typeof group === 'object' ? Object.values(group) : []))
  .filter(isCall)

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`)
const namesOf = (path: string): readonly string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

export type FoundCall = { readonly call: Call; readonly params: Readonly<Record<string, string>> }

/** Returns undefined if the contracts have no such call. If two paths match, the one with fewer parameters is used. */
export function callFor(method: string, path: string): FoundCall | undefined {
  const fitting = calls
    .filter((call) => call.method === method && patternOf(call.path).test(path))
    .toSorted((a, b) => namesOf(a.path).length - namesOf(b.path).length)
  const call = fitting[0]
  if (call === undefined) return undefined
  const values = patternOf(call.path).exec(path)!.slice(1).map(decodeURIComponent)
  return { call, params: Object.fromEntries(namesOf(call.path).map((name, at) => [name, values[at]!])) }
}

type Channel = { readonly data: z.ZodType; readonly also: readonly string[] }
const doors: Readonly<Record<string, Readonly<Record<string, Channel>>>> = {
  '/v2/drfq/': channels,
  '/v1/grfq/': groupChannels,
  '/v1/ob/': groupChannels,
  '/v1/fs/': spreadChannels,
  '/v1/vrfq/': vaultChannels,
}

export const isDoor = (path: string): boolean => path in doors

/** The schema of a channel's messages at a door. Undefined if the door has no such channel. */
export function schemaOf(door: string, channel: string): z.ZodType | undefined {
  const fits = (name: string): boolean => new RegExp(`^${name.replace(/\{\w+\}/g, '[^.]+')}$`).test(channel)
  return Object.entries(doors[door] ?? {}).find(([name, { also }]) => [name, ...also].some(fits))?.[1].data
}
