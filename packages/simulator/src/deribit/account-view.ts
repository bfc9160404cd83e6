/** An account as the venue shows it to a key of its user: positions and summaries, with the keys of the wire. */
import { userOf } from '../exchange/account.ts'
import { CURRENCIES, type Currency, type InstrumentRow } from './chain.ts'
import type { DeribitAccount } from './deribit-account.ts'
import { coinOf, inCoins, isOption } from './fees.ts'
import { gainOf, type Held, type Ledger } from './ledger.ts'
import { holderOf, marginOf, worthOf } from './margin.ts'
import type { Market } from './market.ts'
import type { Ticker } from './ticker.ts'

export type Bank = {
  readonly ledger: Ledger
  readonly market: Market
  readonly ticker: (row: InstrumentRow) => Ticker
}

/** Open positions of one coin, or of all coins with `any`. */
export function presentPositions(account: DeribitAccount, currency: string, { ledger, market, ticker }: Bank): readonly object[] {
  return ledger
    .positions(userOf(account))
    .filter(({ instrument }) => currency === 'any' || coinOf(instrument) === currency)
    .flatMap((held) => {
      const row = market.instrument(held.instrument)
      return row === undefined ? [] : [presentPosition(held, ticker(row), inCoins(marginOf(held, market)))]
    })
}

function presentPosition(held: Held, ticker: Ticker, margin: number): object {
  const { instrument, size, averagePrice, realised } = held
  const [index, mark] = [ticker.index_price, ticker.mark_price]
  const floating = inCoins(gainOf(instrument, size, averagePrice, mark))
  const common = {
    instrument_name: instrument,
    kind: isOption(instrument) ? 'option' : 'future',
    direction: size < 0 ? 'sell' : 'buy',
    size,
    average_price: averagePrice,
    mark_price: mark,
    index_price: index,
    settlement_price: ticker.settlement_price,
    floating_profit_loss: floating,
    realized_profit_loss: realised,
    total_profit_loss: inCoins(floating + realised),
    initial_margin: margin,
    maintenance_margin: inCoins(margin * 0.75),
    open_orders_margin: 0,
  }
  if (ticker.greeks === undefined)
    return {
      ...common,
      size_currency: inCoins(size / mark),
      delta: inCoins(size / mark),
      leverage: 50,
      estimated_liquidation_price: null,
      realized_funding: 0,
      interest_value: 0,
    }
  const { delta, gamma, vega, theta } = ticker.greeks
  return {
    ...common,
    average_price_usd: averagePrice * index,
    floating_profit_loss_usd: floating * index,
    delta: delta * size,
    gamma: gamma * size,
    vega: vega * size,
    theta: theta * size,
  }
}

/** With `any`, every coin of the venue, in its order. */
export function presentSummaries(account: DeribitAccount, bank: Bank, extent: 'PLAIN' | 'EXTENDED'): object {
  return { ...(extent === 'EXTENDED' ? personOf(account) : {}), summaries: CURRENCIES.map((coin) => summaryOf(account, coin, bank)) }
}

export const presentSummary = (account: DeribitAccount, coin: Currency, bank: Bank, extent: 'PLAIN' | 'EXTENDED'): object => ({
  ...(extent === 'EXTENDED' ? personOf(account) : {}),
  ...summaryOf(account, coin, bank),
})

const personOf = (account: DeribitAccount): object => ({
  id: idOf(userOf(account)),
  email: `${account.name}@example.com`.toLowerCase().replace(/ /g, '.'),
  username: account.name,
  system_name: account.name,
  type: 'main',
  mmp_enabled: false,
  login_enabled: true,
  creation_timestamp: 1_600_000_000_000,
  self_trading_reject_mode: 'cancel_maker',
  block_rfq_self_match_prevention: true,
})

/** A number that is constant for a user. */
const idOf = (user: string): number => [...user].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 900_000, 7) + 100_000

function summaryOf(account: DeribitAccount, coin: Currency, { ledger, market }: Bank): object {
  const worth = worthOf(holderOf(account), coin, ledger, market)
  return {
    currency: coin,
    balance: worth.balance,
    equity: worth.equity,
    available_funds: worth.available,
    available_withdrawal_funds: Math.max(0, worth.available),
    margin_balance: inCoins(worth.balance + worth.futuresGain),
    initial_margin: worth.initialMargin,
    maintenance_margin: worth.maintenanceMargin,
    projected_initial_margin: worth.initialMargin,
    projected_maintenance_margin: worth.maintenanceMargin,
    options_value: worth.optionsValue,
    futures_pl: worth.futuresGain,
    total_pl: inCoins(worth.optionsValue + worth.futuresGain),
    session_rpl: 0,
    session_upl: 0,
    spot_reserve: 0,
    additional_reserve: 0,
    fee_balance: 0,
    margin_model: 'segregated_sm',
    portfolio_margining_enabled: false,
    cross_collateral_enabled: false,
    limits: {
      limits_per_currency: false,
      non_matching_engine: { burst: 100, rate: 20 },
      matching_engine: { trading: { total: { burst: 20, rate: 5 } } },
    },
  }
}
