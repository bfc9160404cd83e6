/** The equity of an account in one currency, and the margin in use. */
import { currencyOf, type Holding, type Portfolio } from './ledger.ts'
import type { Market } from './market.ts'

export type Figures = { readonly cash: number; readonly equity: number; readonly margin: number }

/** A fraction of the underlying, for each sold contract. */
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

/** For futures, whose quantity is in USD if they are margined in their coin. */
export const profitOf = ({ qty, averagePrice }: Holding, mark: number, currency: string): number =>
  currency === 'USD' ? qty * (mark - averagePrice) : qty * (1 / averagePrice - 1 / mark)

export function marginOf({ instrument, qty, averagePrice }: Holding, index: number, currency: string): number {
  if (qty >= 0) return 0
  const coins = currency === 'USD' ? -qty * index : instrument.endsWith('-PERPETUAL') ? -qty / averagePrice : -qty
  return SHORT_MARGIN * coins
}

/** Whether the remaining margin after a block is sufficient in each currency of the block. */
export const canBear = (after: Portfolio, market: Market, currencies: ReadonlySet<string>): boolean =>
  [...currencies].every((currency) => {
    const { equity, margin } = figuresOf(after, market, currency)
    return equity >= margin
  })
