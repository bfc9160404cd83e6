/** One side of a market's entry in wire format. Pure. */
import { formatPrice, formatQuantity, parseQuantity, type Quantity, type Structure } from '@parley/core'
import type { QuoteForm, SendAs } from './quote-form.ts'
import type { SideOfForm } from './use-quote-form.ts'
import type { QuoteToSend } from './use-quote-sending.ts'

type SentSide = Pick<SideOfForm, 'side' | 'quantity' | 'legs' | 'target'>
type SentForm = Pick<QuoteForm, 'mode' | 'isIoc' | 'isPostOnly' | 'isHidden'>

export type SendOptions = {
  readonly as: SendAs
  readonly to: Pick<QuoteToSend, 'account' | 'allocations'>
  readonly dealt: (quoteId: string) => number
  readonly words: string
}

/** In wire format. A replacement gives the whole quantity, including the part that has already traded. */
export function quoteToSend(one: SentSide, form: SentForm, structure: Structure, options: SendOptions): QuoteToSend | undefined {
  if (one.legs.state !== 'KNOWN' || one.quantity === undefined) return undefined
  const { prices } = one.legs
  const isAggressor = form.mode === 'TAKE'
  const replaces = options.as === 'REPLACEMENT' && one.target.kind === 'REPLACE' ? one.target.id : undefined
  const before = replaces === undefined ? 0 : options.dealt(replaces)
  return {
    side: one.side,
    words: options.words,
    replaces,
    quantity: formatQuantity(((parseQuantity(one.quantity) ?? 0) + before) as Quantity),
    legPrices: structure.legs.map((leg, place) => ({ instrumentId: leg.instrument.id, price: formatPrice(prices[place]!) })),
    timeInForce: isAggressor || form.isIoc ? 'IOC' : 'GTC',
    isPostOnly: !isAggressor && form.isPostOnly,
    isHidden: !isAggressor && form.isHidden,
    ...options.to,
  }
}
