/** Every path of the simulated venue. */
import { COINS } from './chain.ts'
import { accountRoutes } from './account-routes.ts'
import { allows } from './accounts.ts'
import { listBlocks } from './block-view.ts'
import type { InstrumentRow } from './chain.ts'
import { FAMILIES, isOf } from './families.ts'
import { indexOf, tickerOf } from './market.ts'
import { CODES, oneOf, textParam, VenueRefusal, type Params } from './refusal.ts'
import { open, own, paged, type Route, type Routes, type World } from './route.ts'

export function createRoutes(world: World): Routes {
  const routes = new Map<string, Route>([...publicRoutes(world), ...accountRoutes(world), ...blockRoutes(world)])
  return (method, path) => routes.get(`${method} ${path}`)
}

function publicRoutes({ market, maintenance, now }: World): [string, Route][] {
  const instrument = (params: Params): InstrumentRow => {
    const row = market.instrument(textParam(params, 'instrument_id'))
    if (row === undefined) throw new VenueRefusal(CODES.instrument, 'instrument not found')
    return row
  }
  const ticker = open((params) => {
    const row = instrument(params)
    return tickerOf(row, market.value(row), now())
  })
  return [
    ['GET /v1/system/time', open(() => now())],
    ['GET /v1/index', open((params) => indexOf(oneOf(params, 'currency', COINS), market.prices))],
    [
      'GET /v1/system/cancel_only_status',
      open(() => (maintenance.isOngoing() ? { status: 1, remain_ms: 300_000 } : { status: 0, remain_ms: 0 })),
    ],
    ['GET /v1/instruments', open((params) => market.instruments().filter((row) => isOf('/v1', params, row)))],
    ['GET /linear/v1/instruments', open((params) => market.instruments().filter((row) => isOf('/linear/v1', params, row)))],
    ['GET /v1/tickers', ticker],
    ['GET /linear/v1/tickers', ticker],
  ]
}

/** Both families share one block service, so labels are unique across them. Each family lists its own blocks. */
function blockRoutes({ blocks, record, maintenance }: World): [string, Route][] {
  const post = own((params, user) => {
    if (maintenance.isOngoing()) throw new VenueRefusal(CODES.maintenance, 'system maintenance, cancel only')
    return blocks.post(user, params)
  })
  return FAMILIES.flatMap((family): [string, Route][] => [
    [`POST ${family}/blocktrades`, post],
    [
      `GET ${family}/blocktrades`,
      paged((params, user) =>
        listBlocks(
          record.shown().filter(({ side }) => side.userId === user.userId),
          family,
          params,
        ),
      ),
    ],
    // The platform's key sees both sides of blocks that came through it.
    [
      `GET ${family}/platform_blocktrades`,
      paged((params, user) => {
        if (!allows(user, `platform:${textParam(params, 'bt_source')}`)) throw new VenueRefusal(CODES.permission, 'no permission')
        return listBlocks(record.shown(), family, params)
      }),
    ],
  ])
}
