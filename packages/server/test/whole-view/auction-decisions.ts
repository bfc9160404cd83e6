/** The steps after the end of an auction: its vault takes bids, reports, gives up or cancels, and the chain settles, reverts or removes a block. */
import type { Chance } from '../trading-day/chance.ts'
import {
  LEARNS_AT_THE_END,
  vaultOf,
  type AuctionName,
  type AuctionStep,
  type AuctionTicker,
  type Call,
  type Drawn,
  type OnChain,
} from './auction-step.ts'

export type Decisions = { readonly auction: AuctionName; readonly steps: readonly AuctionStep[] }

const call = (as: AuctionTicker, method: Call['method'], path: string, body?: object): Drawn =>
  body === undefined ? { kind: 'CALL', as, method, path } : { kind: 'CALL', as, method, path, body }

/** The two remaining bids that all viewers may know. */
export type Course = { readonly auction: AuctionName; readonly best: string; readonly next: string }
type Deal = { readonly auction: AuctionName; readonly bid: string }

const tradeOf = (bid: string): string => `trade ${bid}`
const take = ({ auction, bid }: Deal): Drawn => ({
  ...call(vaultOf[auction], 'POST', `/v1/vrfq/rfqs/:${auction}/orders/`, { quote_id: `:${bid}` }),
  makes: tradeOf(bid),
})
const onChain = (kind: OnChain['kind'], { auction, bid }: Deal, until: OnChain['until']): Drawn => ({
  ...{ kind, as: vaultOf[auction], auction, bid, trade: tradeOf(bid), until },
})
const report = ({ auction, bid }: Deal, body: object): Drawn => call(vaultOf[auction], 'PATCH', `/v1/vrfq/trades/:${tradeOf(bid)}/`, body)
const sent = (deal: Deal): Drawn => report(deal, { status: 'COMPLETED', transaction_id: ':hash' })

const settled = (deal: Deal): readonly Drawn[] => [onChain('SETTLE', deal, 'MINED'), sent(deal), onChain('CONFIRM', deal, 'CONFIRMED')]
const sold = (deal: Deal): readonly Drawn[] => [take(deal), ...settled(deal)]

/** All options for sale go to public bids, so that nothing depends on other bids that remain. */
const soldOut = ({ auction, best, next }: Course): readonly Drawn[] =>
  [best, ...(auction === 'second' || auction === 'fifth' ? [next] : [])].flatMap((bid) => sold({ auction, bid }))

/** No course of events may depend on a cancelled bid. */
const anyCourse: readonly ((course: Course) => readonly Drawn[])[] = [
  soldOut,
  ({ auction, best, next }) => {
    const deal = { auction, bid: best }
    return [
      take(deal),
      onChain('REVERT', deal, 'AWAITED'),
      sent(deal),
      onChain('CONFIRM', deal, 'REVERTED'),
      ...sold({ auction, bid: next }),
    ]
  },
  ({ auction, best }) => {
    const deal = { auction, bid: best }
    return [take(deal), report(deal, { status: 'REJECTED', error: 'No gas.' }), ...settled(deal)]
  },
  ({ auction, best }) => {
    const deal = { auction, bid: best }
    return [...sold(deal), onChain('UNDO', deal, 'REORGANISED'), ...settled(deal)]
  },
  ({ auction }) => [call(vaultOf[auction], 'DELETE', `/v1/vrfq/rfqs/:${auction}/`)],
  () => [],
]

/** Actions that any desk may try, and that are mostly refused. */
const tried = ({ auction, best, next }: Course): readonly Drawn[] => [
  call(vaultOf[auction], 'GET', `/v1/vrfq/rfqs/:${auction}/quotes/`),
  call('KEST', 'GET', `/v1/vrfq/rfqs/:${auction}/quotes/`),
  call(vaultOf[auction], 'POST', `/v1/vrfq/rfqs/:${auction}/orders/`, { quote_id: `:${next}` }),
  call('KEST', 'POST', `/v1/vrfq/rfqs/:${auction}/orders/`, { quote_id: `:${best}` }),
  call('ORRY', 'DELETE', `/v1/vrfq/quotes/:${next}/`),
]

/** `hidden` are secret bids. Everything is sold in an auction in which some of them remain. */
export function decisionOn(chance: Chance, course: Course, hidden: readonly string[]): Decisions {
  const { auction } = course
  const vault = vaultOf[auction]
  const asked = call(vault, 'POST', `/v1/vrfq/rfqs/:${auction}/orders/`, { quote_id: `:${chance.oneOf(['0', ...hidden])}` })
  const drawn = [asked, ...tried(course), ...(vault === LEARNS_AT_THE_END ? soldOut : chance.oneOf(anyCourse))(course)]
  return { auction, steps: drawn.map((one): AuctionStep => ({ afterMs: 1 + chance.below(400), isSecret: false, ...one })) }
}
