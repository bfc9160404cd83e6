/** The rough value of a trade in dollars, for comparing rows: options by their premium, futures by their size. */
export type Valued = {
  readonly kind: 'OPTION' | 'FUTURE' | 'OPTION_FUTURE'
  readonly quoteCurrency: string
  readonly price: string
  readonly quantity: string
  readonly indexPrice: string | undefined
}

export function dollarValue(trade: Valued): number | undefined {
  const quantity = Number(trade.quantity)
  if (trade.kind === 'FUTURE') return quantity
  const premium = Math.abs(Number(trade.price)) * quantity
  if (/^USD/.test(trade.quoteCurrency)) return premium
  return trade.indexPrice === undefined ? undefined : premium * Number(trade.indexPrice)
}
