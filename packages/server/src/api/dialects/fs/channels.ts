/** The socket channels of listed spreads. Each part of a channel name is one value or a word for all values. */
import { refuse, unifiedVenueCodes, type Refusal } from '@parley/core'
import type { NotificationChannel, Select } from '../../../calls/channel.ts'
import { atMost, channelList } from '../../../calls/channel.ts'
import type { Spreads } from '../../../spreads/create-spreads.ts'
import { SNAPSHOT_ORDERS, SNAPSHOT_TRADES } from './limits.ts'
import { outbox } from './messages.ts'
import { isAny } from './parts.ts'
import { presentOrder, presentStrategy, presentTape, presentTrade } from './present.ts'
import type { Reads } from './reads.ts'

const KINDS = ['FUTURE', 'SPOT_FUTURE', 'SPOT']
const accepted: Readonly<Record<string, (word: string) => boolean>> = {
  venue: (word) => unifiedVenueCodes.some((code) => code === word),
  kind: (word) => KINDS.includes(word),
  strategy_id: (word) => /^\d{18}$/.test(word),
}
const PART_FORMS: Readonly<Record<string, string>> = {
  venue: unifiedVenueCodes.join(', '),
  kind: KINDS.join(', '),
  strategy_id: 'the id of a strategy',
}

/** Matches data that has the value of each named part. */
const byParts: Select = (parts) => {
  const named = Object.entries(parts).filter(([, word]) => !isAny(word))
  for (const [part, word] of named) if (accepted[part]?.(word) !== true) return notNamed(part)
  return (data) => named.every(([part, word]) => (data as Readonly<Record<string, unknown>>)[part] === word)
}

const notNamed = (part: string): Refusal =>
  refuse('InvalidParams', '', `${part} must be ${PART_FORMS[part] ?? 'a word'}, or ALL.`, 'channel')

type ChannelNeeds = Pick<Spreads, 'store'> & { readonly reads: Pick<Reads, 'active'> }

export function spreadChannels({ store, reads }: ChannelNeeds): readonly NotificationChannel[] {
  const channel = (name: string, notifications: string, snapshot: NotificationChannel['snapshot']): NotificationChannel => ({
    kind: 'notifications',
    ...{ name, notifications, snapshot },
    also: [],
    select: byParts,
  })
  return [
    channel('strategy_state.{venue}.{kind}', outbox.strategy, async () => (await reads.active()).map(presentStrategy)),
    channel('orders.{venue}.{kind}.{strategy_id}', outbox.order, async ({ desk }) => {
      const { rows, isCut } = atMost(await store.liveOrders(desk, ['QUOTE'], SNAPSHOT_ORDERS + 1), SNAPSHOT_ORDERS)
      return channelList(
        rows.map(({ rfq, order }) => presentOrder(rfq, order)),
        isCut,
      )
    }),
    channel('trades.{venue}.{kind}.{strategy_id}', outbox.trade, async ({ desk }) => {
      const { items, next } = await store.trades(desk, {}, { size: SNAPSHOT_TRADES })
      const trades = items.flatMap(({ rfq, trade, charged }) => presentTrade(rfq, trade, desk, charged) ?? [])
      return channelList(trades, next !== undefined)
    }),
    channel('trade_tape.{venue}.{kind}.{strategy_id}', outbox.tape, async () => {
      const { items, next } = await store.tape({}, { size: SNAPSHOT_TRADES })
      return channelList(
        items.flatMap(({ rfq, trade }) => presentTape(rfq, trade) ?? []),
        next !== undefined,
      )
    }),
  ]
}
