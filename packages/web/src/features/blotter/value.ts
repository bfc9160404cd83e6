/** What a trade is worth in dollars, roughly, for comparing rows: options by their premium, futures by their size. */
export type Valued = {
  readonly kind: 'OPTION' | 'FUTURE' | 'OPTION_FUTURE'
  readonly quote_currency: string
  readonly price: string
  readonly quantity: string
  readonly index_price: string | null
}

export function dollarValue(trade: Valued): number | undefined {
  const quantity = Number(trade.quantity)
  if (trade.kind === 'FUTURE') return quantity
  const premium = Math.abs(Number(trade.price)) * quantity
  if (/^USD/.test(trade.quote_currency)) return premium
  return trade.index_price === null ? undefined : premium * Number(trade.index_price)
}
