/** What was answered to who cancelled everything: after that number nothing of it fills (rulebook 11.7). */
import type { CancelEverything, MarketCommand } from '@parley/core'
import type { Asked } from './clients.ts'
import type { Known } from './protection-twin.ts'

export type Fence = { readonly seq: number; readonly covers: (order: Known) => boolean }

export const fencesOf = (asked: readonly Asked[]): readonly Fence[] =>
  asked.flatMap(({ command, decided }) => {
    const covers = coveredBy(command)
    const [answer] = decided
    return covers === undefined || answer === undefined ? [] : [{ seq: answer.seq, covers }]
  })

function coveredBy(command: MarketCommand): Fence['covers'] | undefined {
  if (command.kind === 'StopTrading')
    return ({ desk, user }) => desk === command.desk && (command.user === undefined || user === command.user)
  return command.kind === 'CancelEverything' ? (order) => isCovered(command, order) : undefined
}

const isCovered = ({ actor, flow, rfqId, market, product, side, price, label }: CancelEverything, order: Known): boolean =>
  order.desk === actor.desk &&
  (actor.via === undefined || order.via === actor.via) &&
  (actor.user === undefined || order.user === actor.user) &&
  (flow === undefined || order.flow === flow) &&
  (rfqId === undefined || order.place === rfqId) &&
  (market === undefined || order.place === String(market)) &&
  (product === undefined || order.products.includes(product)) &&
  (side === undefined || order.side === side) &&
  (price === undefined || order.price === price) &&
  (label === undefined || order.label === label)
