/** Shows users, their accounts, and the positions and balances in them. */
import { allows, type User } from './accounts.ts'
import { COINS } from './chain.ts'
import { FAMILIES, isOf, type Family } from './families.ts'
import { currencyOf } from './ledger.ts'
import { figuresOf, marginOf, profitOf } from './margin.ts'
import { oneOf, optionalText, type Params } from './refusal.ts'
import { own, type Route, type World } from './route.ts'

export function accountRoutes(world: World): [string, Route][] {
  const info = own((_, { userId }) => ({ user_id: userId, account_id: userId }))
  return [
    ['GET /v1/user/info', info],
    ['GET /linear/v1/user/info', info],
    ['GET /um/v1/account_mode', own((_, { userId, mode = 'um' }) => ({ user_id: userId, account_mode: mode }))],
    ['GET /um/v1/accounts', own((_, user) => unifiedAccount(world, user))],
    ['GET /v1/accounts', own((params, user) => coinAccount(world, user, oneOf(params, 'currency', [...COINS, 'BCH'])))],
    ...FAMILIES.map((family): [string, Route] => [
      `GET ${family}/positions`,
      own((params, user) => positionsOf(world, { family, params, user })),
    ]),
  ]
}

const text = (figure: number): string => figure.toFixed(8)

const moneyOf = ({ ledger, market }: World, userId: string, currency: string) => figuresOf(ledger.portfolio(userId), market, currency)

function balanceOf(world: World, userId: string, currency: string): object {
  const { cash, equity, margin } = moneyOf(world, userId, currency)
  return {
    currency,
    equity: text(equity),
    cash_balance: text(cash),
    margin_balance: text(equity),
    available_balance: text(Math.max(0, equity - margin)),
    initial_margin: text(margin),
    maintenance_margin: text(margin / 2),
    pnl: text(equity - cash),
  }
}

function unifiedAccount(world: World, user: User): object {
  const { userId, margin = 'regular' } = user
  const { equity, margin: bound } = moneyOf(world, userId, 'USD')
  return {
    user_id: userId,
    created_at: 1_667_260_800_000,
    mode: margin,
    total_collateral: text(equity),
    total_margin_balance: text(equity),
    total_available: text(Math.max(0, equity - bound)),
    total_initial_margin: text(bound),
    total_maintenance_margin: text(bound / 2),
    total_initial_margin_ratio: bound === 0 ? 'infinity' : text(equity / bound),
    block_trade_permission: allows(user, 'block_trade'),
    details: ['USD', 'BTC', 'ETH'].map((currency) => ({ ...balanceOf(world, userId, currency), liability: '0.00000000' })),
  }
}

const coinAccount = (world: World, user: User, currency: string): object => ({
  user_id: user.userId,
  account_id: user.userId,
  ...balanceOf(world, user.userId, currency),
  mode: user.margin ?? 'regular',
  block_trade_permission: allows(user, 'block_trade'),
  created_at: 1_667_260_800_000,
})

type PositionsAsked = { readonly family: Family; readonly params: Params; readonly user: User }

/** Delivered contracts are left out. */
function positionsOf({ ledger, market }: World, { family, params, user }: PositionsAsked): readonly object[] {
  const named = optionalText(params, 'instrument_id')
  return ledger.holdings(user.userId).flatMap(({ instrument, qty, averagePrice }) => {
    const row = market.instrument(instrument)
    if (row === undefined || !isOf(family, params, row) || (named ?? instrument) !== instrument) return []
    const { mark } = market.stand(row)
    const { index } = market.value(row)
    const currency = currencyOf(instrument)
    const margin = marginOf({ instrument, qty, averagePrice }, index, currency)
    return [
      {
        instrument_id: instrument,
        expiration_at: row.expiration_at,
        qty: text(qty),
        qty_base: text(qty),
        initial_margin: text(margin),
        maintenance_margin: text(margin / 2),
        avg_price: text(averagePrice),
        session_avg_price: text(averagePrice),
        mark_price: text(mark),
        index_price: text(index),
        liq_price: '',
        position_pnl: text(
          row.category === 'option' ? qty * (mark - averagePrice) : profitOf({ instrument, qty, averagePrice }, mark, currency),
        ),
        category: row.category,
        roi: '',
        leverage: '',
      },
    ]
  })
}
