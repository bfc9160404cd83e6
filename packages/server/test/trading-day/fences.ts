/** The fences in the responses to mass cancels: no order that a fence covers fills after its number (rulebook 11.7). */
import type { CancelEverything, ShardCommand } from '@parley/core'
import type { SentCommand } from './clients.ts'
import type { QuoteOnFile } from './quote-on-file.ts'

export type Fence = { readonly seq: number; readonly covers: (order: QuoteOnFile) => boolean }

export const fencesOf = (asked: readonly SentCommand[]): readonly Fence[] =>
  asked.flatMap(({ command, decided }) => {
    const covers = coveredBy(command)
    const [answer] = decided
    return covers === undefined || answer === undefined ? [] : [{ seq: answer.seq, covers }]
  })

function coveredBy(command: ShardCommand): Fence['covers'] | undefined {
  if (command.kind === 'StopTrading')
    return ({ desk, user }) => desk === command.desk && (command.user === undefined || user === command.user)
  return command.kind === 'CancelEverything' ? (order) => isCovered(command, order) : undefined
}

const isCovered = ({ actor, audience, rfqId, product, side, price, label }: CancelEverything, order: QuoteOnFile): boolean =>
  order.desk === actor.desk &&
  (actor.via === undefined || order.via === actor.via) &&
  (actor.user === undefined || order.user === actor.user) &&
  (audience === undefined || order.audience === audience) &&
  (rfqId === undefined || order.place === rfqId) &&
  (product === undefined || order.products.includes(product)) &&
  (side === undefined || order.side === side) &&
  (price === undefined || order.price === price) &&
  (label === undefined || order.label === label)
