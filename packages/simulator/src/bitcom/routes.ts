/** Every path that the simulated venue answers. */
import { allows, type User } from './accounts.ts'
import type { BlockDesk } from './block-desk.ts'
import { listBlocks, type Page } from './block-view.ts'
import type { InstrumentRow } from './chain.ts'
import type { Ledger } from './ledger.ts'
import { indexOf, tickerOf, type Market } from './market.ts'
import { CODES, oneOf, optionalText, textParam, VenueRefusal, type Params } from './refusal.ts'
import { COINS } from '../exchange/prices.ts'

export type World = { readonly market: Market; readonly desk: BlockDesk; readonly ledger: Ledger; readonly now: () => number }

export type Answer = { readonly data: unknown; readonly hasMore?: boolean }
export type Route =
  | { readonly access: 'PUBLIC'; run(params: Params): Answer }
  | { readonly access: 'PRIVATE'; run(params: Params, user: User): Answer }

export type Routes = (method: string, path: string) => Route | undefined

const open = (run: (params: Params) => unknown): Route => ({ access: 'PUBLIC', run: (params) => ({ data: run(params) }) })
const own = (run: (params: Params, user: User) => unknown): Route => ({
  access: 'PRIVATE',
  run: (params, user) => ({ data: run(params, user) }),
})
const paged = (run: (params: Params, user: User) => Page): Route => ({
  access: 'PRIVATE',
  run: (params, user) => {
    const { rows, hasMore } = run(params, user)
    return { data: rows, hasMore }
  },
})

export function createRoutes(world: World): Routes {
  const routes = new Map<string, Route>([...publicRoutes(world), ...accountRoutes(world), ...blockRoutes(world)])
  return (method, path) => routes.get(`${method} ${path}`)
}

function publicRoutes({ market, now }: World): [string, Route][] {
  const instrument = (params: Params): InstrumentRow => {
    const row = market.instrument(textParam(params, 'instrument_id'))
    if (row === undefined) throw new VenueRefusal(CODES.instrument, 'instrument not found')
    return row
  }
  return [
    ['GET /v1/system/time', open(() => now())],
    ['GET /v1/index', open((params) => indexOf(oneOf(params, 'currency', COINS), market.prices))],
    ['GET /v1/instruments', open(() => [])],
    [
      'GET /linear/v1/instruments',
      open((params) => {
        const currency = oneOf(params, 'currency', ['USD', 'USDT'])
        return market.instruments().filter((row) => row.quote_currency === currency)
      }),
    ],
    ['GET /linear/v1/tickers', open((params) => tickerOf(instrument(params), market, now()))],
  ]
}

function accountRoutes({ ledger, market }: World): [string, Route][] {
  const info = own((_, { userId }) => ({ user_id: userId, account_id: userId }))
  return [
    ['GET /v1/user/info', info],
    ['GET /linear/v1/user/info', info],
    ['GET /um/v1/account_mode', own((_, { userId }) => ({ user_id: userId, account_mode: 'um' }))],
    [
      'GET /um/v1/accounts',
      own((_, user) => ({
        user_id: user.userId,
        currency: 'USD',
        cash_balance: ledger.cash(user.userId).toFixed(8),
        block_trade_permission: allows(user, 'block_trade'),
      })),
    ],
    [
      'GET /linear/v1/positions',
      own((params, { userId }) => {
        const named = optionalText(params, 'instrument_id')
        return ledger
          .holdings(userId)
          .filter(({ instrument }) => (named ?? instrument) === instrument)
          .map(({ instrument, qty, averagePrice }) => {
            const row = market.instrument(instrument)
            return {
              instrument_id: instrument,
              category: row?.category ?? 'option',
              qty: qty.toFixed(8),
              qty_base: qty.toFixed(8),
              avg_price: averagePrice.toFixed(8),
              mark_price: row === undefined ? '' : market.stand(row).mark.toFixed(8),
            }
          })
      }),
    ],
  ]
}

/** The same desk for both families: a label is one label. */
function blockRoutes({ desk }: World): [string, Route][] {
  return ['/v1', '/linear/v1'].flatMap((prefix): [string, Route][] => [
    [`POST ${prefix}/blocktrades`, own((params, user) => desk.post(user, params))],
    [
      `GET ${prefix}/blocktrades`,
      paged((params, user) =>
        listBlocks(
          desk.sides().filter(({ side }) => side.userId === user.userId),
          params,
        ),
      ),
    ],
    // A platform's key sees both sides of what came through it.
    [
      `GET ${prefix}/platform_blocktrades`,
      paged((params, user) => {
        if (!allows(user, `platform:${textParam(params, 'bt_source')}`)) throw new VenueRefusal(CODES.permission, 'no permission')
        return listBlocks(desk.sides(), params)
      }),
    ],
  ])
}
