/** A maker's two-way quote: what would be sent, the result of the rules, and the actions that send and cancel it. */
import { isResting, type Order, type OrderLine } from '@parley/client'
import type { Structure } from '@parley/core'
import { useMemo } from 'react'
import type { DirectRfq } from '../../../live/audiences.ts'
import { useDeskPercent } from '../../../live/ticket-limits.ts'
import { useLive } from '../../../live/store.ts'
import { useNow, useRfqOrders } from '../../../live/use-live.ts'
import type { Verdict } from '../rules/check-quote.ts'
import { useRules } from '../rules/use-rules.ts'
import { isOnlySmaller, ONE_SIDE_WAITS } from '../../order-entry/approval.ts'
import { useNeedsApproval, useNotionalReasons } from '../use-notional-reasons.ts'
import type { MakerDraft } from '../rules/check-direct.ts'
import { guardRefusalOf } from './guard-figures.ts'
import { legPricesOf, type MakerSide } from './maker-form.ts'
import { inSafeOrder, makerSides, sideWord, wholeQuantity } from './quote-lines.ts'
import { takerLimits } from './taker-limits.ts'
import { useMakerAccount } from './use-maker-account.ts'
import { type MakerLine, useMakerSending } from './use-maker-sending.ts'
import type { Maker, Sides } from './use-maker-form.ts'

export type OpenQuotes = Partial<Sides<Order>>
export type Sizes = { readonly minimum: string; readonly increment: string }
export type Check = (drafts: readonly MakerDraft[]) => readonly Verdict[]
export type QuotedSide = MakerDraft & { readonly price: string; readonly rests: string }

/** The rules use the clock only to check whether the RFQ has closed. */
const CLOCK_MS = 1_000

export function useQuoting(rfq: DirectRfq, structure: Structure, maker: Maker, sizes: Sizes) {
  const open = useOpenQuotes(rfq.id)
  const account = useMakerAccount(rfq, { structure, maker, open })
  const sending = useMakerSending(rfq)
  const drafts = inSafeOrder(
    makerSides.flatMap((side) => draftOf(maker, side, open)),
    open,
  )
  const check = useCheck(rfq, structure, sizes)
  const deskPercent = useDeskPercent()
  const verdicts = check(drafts)
  const notional = useNotionalReasons(
    rfq,
    structure,
    drafts.map(({ quantity }) => quantity),
  )
  const isAbove = useNeedsApproval(rfq, structure)
  const needsApproval = (draft: QuotedSide) => isAbove(draft.quantity) && !isOnlySmaller(draft, open[draft.side])
  const asks = drafts.some(needsApproval)
  const lineOf = (draft: QuotedSide): MakerLine => ({
    side: draft.side,
    words: `${sideWord[draft.side]} ${draft.rests} @ ${draft.price}`,
    line: orderLineOf(draft, { rfq, structure, held: open[draft.side], account: account.of(draft.side), chosen: account.chosen }),
  })
  return {
    open,
    account,
    sending,
    drafts,
    verdicts,
    check,
    needsApproval,
    asks,
    isLarge: drafts.some(({ quantity }) => isAbove(quantity)),
    refused:
      verdicts.find(({ refused }) => refused !== undefined)?.refused?.message ??
      notional.find((reason) => reason !== undefined) ??
      guardRefusalOf(drafts, structure, maker.markOf, deskPercent) ??
      (asks && drafts.length > 1 ? ONE_SIDE_WAITS : undefined),
    /** Sends exactly the drafts that were checked. */
    send: (which: readonly QuotedSide[]) => sending.send(which.map(lineOf)),
    pull: () => sending.pull(makerSides.flatMap((side) => open[side] ?? [])),
  }
}

/** Checks drafts with the server's rules in the RFQ as this desk sees it. If the rules could not be loaded, only the server checks them. */
function useCheck(rfq: DirectRfq, structure: Structure, { minimum, increment }: Sizes): Check {
  const rules = useRules()
  const orders = useRfqOrders(rfq.id)
  const shown = useLive((live) => live.levelsByRfq.get(rfq.id))
  const now = useNow(CLOCK_MS)
  return useMemo(() => {
    if (rules.state !== 'HERE') return (): readonly Verdict[] => []
    const facts = { rfq, structure, minimum, increment, open: orders.filter(isResting), limits: takerLimits(rfq, shown), now }
    return (drafts: readonly MakerDraft[]) => rules.check.checkMaker(drafts, facts)
  }, [rules, rfq, structure, minimum, increment, orders, shown, now])
}

function draftOf(maker: Maker, side: MakerSide, open: OpenQuotes): readonly QuotedSide[] {
  const { price, legPrices } = maker.sides[side]
  const rests = maker.quantity[side]
  if (price === undefined || rests === undefined) return []
  const held = open[side]
  return [{ side, price, rests, legPrices, quantity: wholeQuantity(rests, held), replaces: held?.id }]
}

type ConnectionFacts = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly held: Order | undefined
  readonly account: string | undefined
  readonly chosen: string
}

/** Terms of a resting quote that are not given stay the same. */
export function orderLineOf(
  { side, quantity, legPrices: prices }: MakerDraft,
  { rfq, structure, held, account, chosen }: ConnectionFacts,
): OrderLine {
  const legPrices = legPricesOf(structure, prices)
  return held === undefined
    ? { rfq, terms: { side, quantity, legPrices, account, isHidden: false, timeInForce: 'GTC' } }
    : { order: held, changes: { quantity, legPrices, ...(chosen === '' ? {} : { account: chosen }) } }
}

export function useOpenQuotes(rfqId: string): OpenQuotes {
  const orders = useRfqOrders(rfqId)
  return useMemo(() => openQuotes(orders), [orders])
}

/** The desk's own quotes by side. Hidden orders are the parts of a net price for a list, which is sent and cancelled as a whole (rulebook 22.5). */
export const openQuotes = (orders: readonly Order[]): OpenQuotes => {
  const open = orders.filter((order) => order.kind === 'QUOTE' && !order.isHidden && isResting(order))
  return Object.fromEntries(
    makerSides.flatMap((side) => {
      const order = open.find((one) => one.side === side)
      return order === undefined ? [] : [[side, order] as const]
    }),
  )
}
