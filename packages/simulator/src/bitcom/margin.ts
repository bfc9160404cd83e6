/** Money of an account in one currency, and how much of it is bound. */
import { currencyOf, type Holding, type Portfolio } from './ledger.ts'
import type { Market } from './market.ts'

export type Figures = { readonly cash: number; readonly equity: number; readonly margin: number }

/** Of the underlying, for each contract that is sold. */
const SHORT_MARGIN = 0.1

export function figuresOf({ holdings, cash: cashOf }: Portfolio, market: Market, currency: string): Figures {
  const cash = cashOf(currency)
  let [worth, margin] = [0, 0]
  for (const holding of holdings) {
    const row = market.instrument(holding.instrument)
    if (row === undefined || currencyOf(holding.instrument) !== currency) continue
    const { mark } = market.stand(row)
    worth += row.category === 'option' ? holding.qty * mark : profitOf(holding, mark, currency)
    margin += marginOf(holding, market.value(row).index, currency)
  }
  return { cash, equity: cash + worth, margin }
}

/** Of a future, whose quantity is in USD where it is margined in its coin. */
export const profitOf = ({ qty, averagePrice }: Holding, mark: number, currency: string): number =>
  currency === 'USD' ? qty * (mark - averagePrice) : qty * (1 / averagePrice - 1 / mark)

export function marginOf({ instrument, qty, averagePrice }: Holding, index: number, currency: string): number {
  if (qty >= 0) return 0
  const coins = currency === 'USD' ? -qty * index : instrument.endsWith('-PERPETUAL') ? -qty / averagePrice : -qty
  return SHORT_MARGIN * coins
}

/** Whether what is left after a block is enough, in each currency that the block has touched. */
export const canBear = (after: Portfolio, market: Market, currencies: ReadonlySet<string>): boolean =>
  [...currencies].every((currency) => {
    const { equity, margin } = figuresOf(after, market, currency)
    return equity >= margin
  })
