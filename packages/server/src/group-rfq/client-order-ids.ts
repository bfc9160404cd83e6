/**
 * A client order id names one resting quote of a desk (rulebook 10.17), wherever that rests. Each shard sees to its own; here it is seen to
 * that none is used in two of them.
 */
import { refuse, SHARDS_MOST, type DeskId, type Refusal } from '@parley/core'
import type { GroupQuoteView } from '@parley/contracts'
import type { Note } from '../engine/engine.ts'
import type { MarketEngine } from '../market/market-engine.ts'
import { noted } from './notes.ts'

export type Resting = { readonly id: number; readonly desk: string; readonly clientOrderId: string }
export type ClientOrderIds = {
  /** Decides the work unless the id rests in another shard; who comes with the same id meanwhile waits for it. */
  using<Answer>(desk: DeskId, clientOrderId: string, group: number, work: () => Promise<Answer | Refusal>): Promise<Answer | Refusal>
}

type Needs = { readonly engine: Pick<MarketEngine, 'onNotes'>; readonly resting: () => Promise<readonly Resting[]> }

const keyOf = (desk: string, clientOrderId: string): string => `${desk} ${clientOrderId}`
const inUse = refuse(
  'ClientOrderIdInUse',
  '10.17',
  'An open quote of your desk has this client order id; choose another.',
  'client_order_id',
)

export function createClientOrderIds({ engine, resting }: Needs): ClientOrderIds {
  /** The quote that rests under the id. */
  const open = new Map<string, number>()
  const deciding = new Map<string, Promise<unknown>>()
  let loading: Promise<void> | undefined
  /** What was told while the first of them were read, and is newer. */
  let heard: Set<string> | undefined = new Set<string>()
  engine.onNotes((notes) => notes.forEach(hear))

  function hear({ channel, audience, data }: Note): void {
    if (channel !== noted.quote) return
    const { id, client_order_id: named, status } = (data as { quote: GroupQuoteView }).quote
    if (named === null) return
    const key = keyOf(audience.replace('desk:', ''), named)
    heard?.add(key)
    if (status === 'OPEN') open.set(key, id)
    else if (open.get(key) === id) open.delete(key)
  }
  const load = async (): Promise<void> => {
    for (const { id, desk, clientOrderId } of await resting()) {
      const key = keyOf(desk, clientOrderId)
      if (!heard?.has(key)) open.set(key, id)
    }
    heard = undefined
  }

  return {
    async using(desk, clientOrderId, group, work) {
      // Read anew where it failed.
      loading ??= load().catch((error: unknown) => {
        loading = undefined
        throw error
      })
      await loading
      const key = keyOf(desk, clientOrderId)
      while (deciding.has(key)) await deciding.get(key)
      const rests = open.get(key)
      if (rests !== undefined && rests % SHARDS_MOST !== group) return inUse
      const decision = work()
      const settled = decision.then(
        () => void deciding.delete(key),
        () => void deciding.delete(key),
      )
      deciding.set(key, settled)
      return decision
    },
  }
}
