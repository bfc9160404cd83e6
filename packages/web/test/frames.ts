/** Messages of the sockets, for tests: the model's changes without their numbers in the stream. */
import type { Audience, ModelChange } from '@parley/client'
import { type FrameChanges, noFrameChanges } from '../src/live/store.ts'

const position = { seqGroup: 1, seqNum: 1 }

export const listOf = <T extends { readonly audience: Audience }>(
  audience: Audience,
  data: readonly T[],
  gone: readonly string[] = [],
): ModelChange<T> => ({ ...position, event: 'SNAPSHOT', audience, data, gone })

export const changeOf = <T extends { readonly audience: Audience }>(event: 'ADDED' | 'UPDATED' | 'REMOVED', data: T): ModelChange<T> => ({
  ...position,
  event,
  audience: data.audience,
  data,
})

export const frameOf = (part: Partial<FrameChanges>): FrameChanges => ({ ...noFrameChanges(), ...part })
