/**
 * A simulated maker in list RFQs. It quotes the lines as it quotes every RFQ (maker-desk.ts). If the taker shows its sides, it often sends a net price
 * for the whole list as well, a little better than its lines together, because the whole offsets some of its risk.
 */
import { ClientError, getList, quoteNet, watchListPlaces, type Client, type ListPlace, type ListRfq, type Socket } from '@parley/client'
import { formatPrice, netAmount, quantity, structureTick, type MarkOf, type Price, type PricedLine, type Structure } from '@parley/core'
import type { Random } from '../exchange/random.ts'
import { between } from './chance.ts'
import { fairness, type MakerStyle } from './how-to-quote.ts'
import { limits } from './limits.ts'
import type { MarketView } from './market-view.ts'
import { verdictOf } from './refusals.ts'
import type { Timers } from './timers.ts'

export type ListMakerSetting = {
  readonly client: Client
  readonly sockets: readonly Socket[]
  readonly market: MarketView
  readonly timers: Timers
  readonly random: Random
  readonly account: string
  readonly style: MakerStyle
  readonly onProblem: (error: unknown) => void
}

const NET_PRICE_SHARE = 0.7
/** The share of the width of its lines that a net price keeps. */
const NET_WIDTH = 0.8

export function startListMaker({ client, sockets, market, timers, random, account, style, onProblem }: ListMakerSetting): void {
  const seen = new Map<string, Set<number>>()
  const quote = async (id: string): Promise<void> => {
    const net = netPriceFor(await getList(id).send(client), market, style)
    if (net !== undefined) await quoteNet(id, net, account).send(client)
  }
  const see = ({ listId, line, lines, row, side }: ListPlace): void => {
    // Only the taker sees the rows of its sheet.
    if (row !== undefined || side === undefined) return
    const known = seen.get(listId) ?? new Set()
    seen.set(listId, known.add(line))
    if (known.size < lines || random.next() > NET_PRICE_SHARE) return
    timers.later(between(random, limits.quoteAfterLeastMs, limits.quoteAfterMostMs) * style.slowness, () => {
      quote(listId).catch((error: unknown) => {
        if (!(error instanceof ClientError && isOver(error.error))) onProblem(error)
      })
    })
  }
  watchListPlaces(sockets, (change) => {
    if (change.event === 'ADDED') see(change.data)
    else if (change.event === 'REMOVED') seen.delete(change.data.listId)
  })
}

/** The list has closed, a price has moved out of what is accepted since it was made, or the desk's quotes are refused for now. */
const isOver = (error = ''): boolean =>
  verdictOf(error) !== 'PROBLEM' || error === 'ListIncomplete' || error === 'NotFound' || error === 'PricingImpossible'

/** The amount that the taker would pay at the maker's price of each line, on its tick; undefined while a line cannot be priced. */
export function netPriceFor(
  { lines }: ListRfq,
  { structureOf, markOf }: Pick<MarketView, 'structureOf' | 'markOf'>,
  style: MakerStyle,
): string | undefined {
  // prettier-ignore
  const priced: PricedLine[] = []
  for (const { side, rfq } of lines) {
    const structure = structureOf(rfq.legs)
    const price = structure && side && linePrice(structure, side, markOf, style)
    if (price === undefined) return undefined
    priced.push({ side: side!, price, quantity: quantity(rfq.quantity!) })
  }
  const net = netAmount(priced)
  return net === undefined ? undefined : formatPrice(net as number as Price)
}

function linePrice(structure: Structure, side: 'BUY' | 'SELL', markOf: MarkOf, style: MakerStyle): Price | undefined {
  const fair = fairness(structure, markOf, style, NET_WIDTH)
  if (fair === undefined) return undefined
  const tick = structureTick(structure)
  const wanted = ((fair.mark + (side === 'BUY' ? 1 : -1) * fair.halfWidth) * 1e8) / tick
  return ((side === 'BUY' ? Math.ceil(wanted) : Math.floor(wanted)) * tick) as Price
}
