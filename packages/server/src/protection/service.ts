/** The protections of a desk over all shards. The shards own their state, and it is read from them (docs/decisions/0290). */
import type { TradingStopView } from '@parley/contracts'
import {
  isRefusal,
  parsePrice,
  refuse,
  type ChangeOrigin,
  type RfqKind,
  type DeskId,
  type Refusal,
  type Side,
  type Price,
  type MayCancel,
  type ShardCommand,
  type Stop,
  type UserId,
} from '@parley/core'
import type { Idempotency } from '../engine/engine.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import { createRequestShards } from '../shards/request-shards.ts'
import { createBroadcast, shardsOf, type Covered } from '../shards/broadcast.ts'
import type { NamedRfq } from './named-rfq.ts'
import { createCancelHeldAfter } from './held-requests/cancel-held.ts'
import { createProtectionReads } from './reads.ts'
import { createSetLimit, noProduct, type Given } from './setting-limits.ts'

export type ProtectionService = ReturnType<typeof createProtectionService>

/** The flows of a mass cancel, as callers name them. */
export const audienceOf = { drfq: 'DIRECT', ob: 'ORDER_BOOK', fs: 'LISTED' } as const satisfies Readonly<Record<string, RfqKind>>

export type CancelWish = {
  readonly flow?: keyof typeof audienceOf | null | undefined
  readonly product?: string | null | undefined
  /** In this RFQ only. */
  readonly rfq?: NamedRfq | undefined
  readonly side?: Side | null | undefined
  readonly price?: string | null | undefined
  readonly label?: string | null | undefined
  readonly include_rfqs?: boolean | null | undefined
}
/** Orders of the whole desk, or of one key or user, and the name that the desk sees with the cancellation. */
export type CancelWhose = ({ readonly via?: string; readonly user?: UserId } & MayCancel) | undefined
export type ResetWish = { readonly product?: string | null | undefined; readonly limit?: string | null | undefined }
/** When the key's dead man's switch triggers; null if it was ended. */
export type DeadManSet = Covered & { readonly triggersAt: number | null }

type ServiceParts = {
  readonly sql: Sql
  readonly engine: MarketEngine
  readonly now: () => number
  readonly onMoveLeft: () => void
  readonly log: Log
}

export function createProtectionService({ sql, engine, now, onMoveLeft, log }: ServiceParts) {
  const broadcast = createBroadcast({ sql, engine, now })
  const cancelHeldAfter = createCancelHeldAfter({ sql, now, log })
  const reads = createProtectionReads(engine)
  /** A market that cannot be read may have the limit. */
  const mayHave = (desk: DeskId, limit: string): Promise<boolean> =>
    limit === 'MMP'
      ? Promise.resolve(true)
      : reads.limitsOf(desk).then(
          (set) => set.some((one) => one.limit.id === limit),
          () => true,
        )
  return {
    ...reads,

    setLimit: createSetLimit({ sql, engine, requestShards: createRequestShards(sql), now, onMoveLeft }),

    /** Refused if no market has the limit. */
    async removeLimit(desk: DeskId, id: string, { asked, idempotency }: Given = {}): Promise<Covered | Refusal> {
      const covered = await broadcast({ kind: 'RemoveLimit', desk, id, ...askedBy(asked) }, { idempotency })
      if (isRefusal(covered)) return covered
      return covered.decided.length === 0 ? covered.against[0]! : covered
    },

    async reset(desk: DeskId, { product: code, limit }: ResetWish, idempotency?: Idempotency): Promise<Covered | Refusal> {
      const markets = code === null || code === undefined ? engine.shards : shardsOf(engine, code)
      if (code && markets.length === 0) return noProduct
      if (limit && !(await mayHave(desk, limit))) return refuse('LimitUnknown', '11.2', 'Your desk has no limit with this name.', 'limit')
      const what = { ...(code ? { product: code } : {}), ...(limit ? { limit } : {}) }
      return broadcast({ kind: 'ResetProtection', desk, ...what }, { markets, idempotency })
    },

    async cancelAll(desk: DeskId, whose: CancelWhose, wish: CancelWish, idempotency?: Idempotency): Promise<Covered | Refusal> {
      const price = wish.price === undefined || wish.price === null ? undefined : parsePrice(wish.price)
      if (price === undefined && typeof wish.price === 'string')
        return refuse('PriceOffTick', '6.2', 'A price must have at most 8 decimals and be less than 90 million.', 'price')
      const markets = wish.product ? shardsOf(engine, wish.product) : engine.shards
      if (wish.product && markets.length === 0) return noProduct
      const covered = broadcast(cancelEverything(desk, whose, wish, price), { markets, idempotency })
      return isOfEverything(wish) ? cancelHeldAfter(covered, heldBy(desk, whose)) : covered
    },

    /** Undefined ends it. `triggersAt` is the time of the shard that triggers first. */
    async setDeadMan(desk: DeskId, via: string, inMs: number | undefined, idempotency?: Idempotency): Promise<DeadManSet | Refusal> {
      const command = { kind: 'SetDeadMan', desk, via, ...(inMs === undefined ? {} : { inMs }) } as const
      const covered = unlessRefused(await broadcast(command, { idempotency }))
      if (isRefusal(covered)) return covered
      return { ...covered, triggersAt: inMs === undefined ? null : Math.min(...covered.decided.map(({ at }) => at)) + inMs }
    },

    /** Requests of the operator are already in the audit log. */
    stop(
      desk: DeskId,
      user: UserId | undefined,
      by: string,
      why: string | undefined,
      { asked, idempotency, canceler }: Given & MayCancel = {},
    ): Promise<Covered | Refusal> {
      const named = canceler === undefined ? {} : { canceler }
      const whom = { ...named, ...(user === undefined ? {} : { user }), ...(why === undefined ? {} : { why }) }
      const covered = broadcast({ kind: 'StopTrading', desk, by, ...whom, ...askedBy(asked) }, { idempotency })
      return cancelHeldAfter(covered, { desk, of: { user }, by })
    },

    async allow(desk: DeskId, user: UserId | undefined, by: string, { asked, idempotency }: Given = {}): Promise<Covered | Refusal> {
      const whom = user === undefined ? {} : { user }
      return unlessRefused(await broadcast({ kind: 'AllowTrading', desk, by, ...whom, ...askedBy(asked) }, { idempotency }))
    },
  }
}

const heldBy = (desk: DeskId, whose: CancelWhose) => ({ desk, of: whose ?? {}, by: whose?.canceler?.user ?? whose?.user ?? desk })

/** A cancellation that names a part of the orders leaves the requests that wait for approval. */
const isOfEverything = ({ flow, product, rfq, side, price, label }: CancelWish): boolean =>
  [flow, product, rfq, side, price, label].every((part) => part === undefined || part === null)

const cancelEverything = (desk: DeskId, whose: CancelWhose, wish: CancelWish, price: Price | undefined): ShardCommand => ({
  kind: 'CancelEverything',
  ...(whose?.canceler === undefined ? {} : { canceler: whose.canceler }),
  actor: { desk, ...(whose?.via === undefined ? {} : { via: whose.via }), ...(whose?.user === undefined ? {} : { user: whose.user }) },
  what: wish.include_rfqs === true ? 'ORDERS_AND_RFQS' : 'ORDERS',
  cause: 'MASS_CANCEL',
  ...(wish.flow ? { audience: audienceOf[wish.flow] } : {}),
  ...wish.rfq,
  ...(wish.product ? { product: wish.product } : {}),
  ...(wish.side ? { side: wish.side } : {}),
  ...(price === undefined ? {} : { price }),
  ...(wish.label === undefined || wish.label === null ? {} : { label: wish.label }),
})

/** If one market refuses, its refusal is the answer. */
const unlessRefused = (covered: Covered | Refusal): Covered | Refusal => (isRefusal(covered) ? covered : (covered.against[0] ?? covered))

const askedBy = (asked: ChangeOrigin | undefined): { readonly asked?: ChangeOrigin } => (asked === undefined ? {} : { asked })

export const presentStop = (user: UserId | '', { by, at, why }: Stop, nameOf: (id: string) => string): TradingStopView => ({
  user: user === '' ? null : user,
  user_name: user === '' ? null : nameOf(user),
  by: nameOf(by),
  why: why ?? null,
  at,
})
