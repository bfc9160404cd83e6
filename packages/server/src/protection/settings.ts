/**
 * Pre-trade limits and rates of each desk, as set by administrators and the operator. Kept in memory because every order reads them, and refreshed in
 * every process.
 */
import type { RollingRate } from '@parley/contracts'
import {
  isRefusal,
  NEW_DESK_LIMITS,
  type DeskId,
  type OwnOrders,
  type PreTradeFigures,
  type PreTradeLimits,
  type Refusal,
  type UserId,
  USUAL_OWN_ORDERS,
} from '@parley/core'
import type { Caller } from '../calls/route.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { Sql, TransactionSql } from '../database/sql.ts'
import { mustStillHaveRight, type Change } from '../accounts/still-may.ts'
import { appendAudit } from '../audit/append.ts'
import type { Log } from '../log/log.ts'
import { createRequestShards } from '../shards/request-shards.ts'
import type { DeskRateName } from '../limits/rate-names.ts'

export type BoundTexts = { readonly mostNotional: string | null; readonly mostDeviationPercent: string | null }
type Choice = { readonly ownOrders: OwnOrders | undefined; readonly approvalAbove: string | null | undefined }
export type { PreTradeFigures }

/** A user or API key, which is limited at one desk. */
export type Sender = { readonly desk: DeskId; readonly user: UserId }
/** A sender, whether its order has to be approved at all (`Caller.approval`), and who has approved it. */
export type ApprovalSender = Sender & Pick<Caller, 'approval' | 'approvedBy'>

export interface ProtectionSettings {
  boundTexts(desk: DeskId): BoundTexts
  bounds(desk: DeskId): PreTradeLimits
  /** Undefined if the desk has chosen nothing (rulebook 17.5). */
  ownOrders(desk: DeskId): OwnOrders | undefined
  /** The desk's limits, with those of a user or API key that sends for it, and of the person who approved the order. */
  limitsOf(sender: ApprovalSender): PreTradeLimits
  /** The notional above which an order of this sender needs approval now (rulebook 11.14); undefined if it needs none. */
  approvalAbove(sender: ApprovalSender): number | undefined
  /** Dollars as text; null if the desk requires no approval. */
  approvalText(desk: DeskId): string | null
  /** Dollars as text; undefined if the user has no limit. */
  ownNotional(sender: Sender): string | undefined
  /** Undefined if the installation's own rate applies. */
  rate(name: DeskRateName, desk: string): RollingRate | undefined
  /** A choice that is undefined stays as it is. Executed once per key, even if the server died before it answered. */
  setDeskBounds(change: Change, desk: DeskId, bounds: BoundTexts & Choice, idempotency?: Idempotency): Promise<Refusal | undefined>
  /** Null removes it. Executed once per key, like the desk's. */
  setPersonLimit(change: Change, sender: Sender, mostNotional: string | null, idempotency?: Idempotency): Promise<Refusal | undefined>
  /** Without a rate, the installation's own applies again. */
  setRate(change: Change, desk: DeskId, name: DeskRateName, rate: RollingRate | undefined): Promise<void>
  close(): Promise<void>
}

export const newDeskTexts = {
  mostNotional: String(NEW_DESK_LIMITS.mostNotional),
  mostDeviationPercent: String(NEW_DESK_LIMITS.mostDeviationPercent),
}

/**
 * Set together with the desk itself, so that no desk trades without them even for a moment (rulebook 11.8). Every process reads them after the
 * commit.
 */
export async function limitNewDesk(tx: TransactionSql, desk: DeskId): Promise<void> {
  const { mostNotional, mostDeviationPercent } = newDeskTexts
  await tx`insert into desk_bounds (desk, most_notional, most_deviation_percent) values (${desk}, ${mostNotional}, ${mostDeviationPercent})`
  await tx`select pg_notify(${CHANNEL}, '')`
}

const CHANNEL = 'parley_protection_settings'
const senderKey = ({ desk, user }: Sender): string => `${desk} ${user}`
const none: BoundTexts = { mostNotional: null, mostDeviationPercent: null }

type Settings = {
  readonly ofDesks: ReadonlyMap<string, BoundTexts & Choice>
  readonly ofSenders: ReadonlyMap<string, string>
  readonly rates: ReadonlyMap<string, RollingRate>
}

async function loadSettings(sql: Sql): Promise<Settings> {
  const [desks, senders, rated] = await Promise.all([
    sql<(BoundTexts & Choice & { desk: string })[]>`
      select desk, most_notional as "mostNotional", most_deviation_percent as "mostDeviationPercent", own_orders as "ownOrders",
        approval_above as "approvalAbove"
      from desk_bounds`,
    sql<(Sender & { mostNotional: string })[]>`select desk, person as "user", most_notional as "mostNotional" from person_limit`,
    sql<(RollingRate & { desk: string; name: string })[]>`select desk, name, most, within_ms as "withinMs" from desk_rate`,
  ])
  return {
    ofDesks: new Map(desks.map(({ desk, ...texts }) => [desk, texts])),
    ofSenders: new Map(senders.map(({ mostNotional, ...sender }) => [senderKey(sender), mostNotional])),
    rates: new Map(rated.map(({ desk, name, most, withinMs }) => [`${name} ${desk}`, { most, withinMs }])),
  }
}

const limitsFrom = ({ mostNotional, mostDeviationPercent }: BoundTexts): PreTradeLimits => ({
  ...(mostNotional === null ? {} : { mostNotional: Number(mostNotional) }),
  ...(mostDeviationPercent === null ? {} : { mostDeviationPercent: Number(mostDeviationPercent) }),
})

/** In effect in this process before the response is sent, and in others as soon as they receive the notification. */
const createChange =
  (sql: Sql, load: () => Promise<void>) =>
  async (about: Change, write: (tx: TransactionSql) => PromiseLike<unknown>, idempotency?: Idempotency): Promise<Refusal | undefined> => {
    const refused = await sql.begin(async (tx) => {
      await mustStillHaveRight(tx, about)
      const wish = idempotency === undefined ? undefined : await createRequestShards(tx).begin(idempotency, about.at, [])
      if (wish !== undefined && isRefusal(wish)) return wish
      // It was already done, in the same transaction as its row of the audit log.
      if (wish?.isNew === false) return undefined
      await write(tx)
      await appendAudit(tx, about)
      await tx`select pg_notify(${CHANNEL}, '')`
      return undefined
    })
    await load()
    return refused
  }

export async function openProtectionSettings(sql: Sql, log: Log): Promise<ProtectionSettings> {
  let held: Settings = { ofDesks: new Map(), ofSenders: new Map(), rates: new Map() }
  const read = async () => void (held = await loadSettings(sql))
  /** Reads run one after another, because an early read that completes late would undo a later change. */
  let loading: Promise<void> = Promise.resolve()
  const load = (): Promise<void> => (loading = loading.then(read, read))
  const onChange = () => void load().catch((error: unknown) => log.error({ error }, 'Could not reload the protection settings'))
  const listening = await sql.listen(CHANNEL, onChange)
  await load()
  const change = createChange(sql, load)
  const boundTexts = (desk: DeskId) => held.ofDesks.get(desk) ?? none
  const approvalText = (desk: DeskId) => held.ofDesks.get(desk)?.approvalAbove ?? null
  const ownNotional = (sender: Sender) => held.ofSenders.get(senderKey(sender))
  return {
    boundTexts,
    bounds: (desk) => limitsFrom(boundTexts(desk)),
    ownOrders: (desk) => held.ofDesks.get(desk)?.ownOrders,
    limitsOf(sender) {
      const { desk, approvedBy } = sender
      const own = ownNotional(sender)
      const approvers = approvedBy === undefined ? undefined : ownNotional({ desk, user: approvedBy })
      return {
        ...limitsFrom(boundTexts(desk)),
        ...(own === undefined ? {} : { mostNotionalOfSender: Number(own) }),
        ...(approvers === undefined ? {} : { mostNotionalOfApprover: Number(approvers) }),
      }
    },
    approvalAbove({ desk, approval }) {
      const above = approval === undefined ? approvalText(desk) : null
      return above === null ? undefined : Number(above)
    },
    approvalText,
    ownNotional,
    rate: (name, desk) => held.rates.get(`${name} ${desk}`),
    setDeskBounds: (about, desk, { mostNotional, mostDeviationPercent, ownOrders, approvalAbove }, idempotency) =>
      change(
        about,
        (tx) => tx`
          insert into desk_bounds (desk, most_notional, most_deviation_percent, own_orders, approval_above)
          values (${desk}, ${mostNotional}, ${mostDeviationPercent}, ${ownOrders ?? USUAL_OWN_ORDERS}, ${approvalAbove ?? null})
          on conflict (desk) do update set most_notional = excluded.most_notional, most_deviation_percent = excluded.most_deviation_percent,
            own_orders = coalesce(${ownOrders ?? null}, desk_bounds.own_orders),
            approval_above = case when ${approvalAbove !== undefined} then excluded.approval_above else desk_bounds.approval_above end`,
        idempotency,
      ),
    setPersonLimit: (about, { desk, user }, mostNotional, idempotency) =>
      change(
        about,
        (tx) =>
          mostNotional === null
            ? tx`delete from person_limit where desk = ${desk} and person = ${user}`
            : tx`
              insert into person_limit (desk, person, most_notional) values (${desk}, ${user}, ${mostNotional})
              on conflict (desk, person) do update set most_notional = excluded.most_notional`,
        idempotency,
      ),
    async setRate(about, desk, name, rate) {
      await change(about, (tx) =>
        rate === undefined
          ? tx`delete from desk_rate where desk = ${desk} and name = ${name}`
          : tx`
            insert into desk_rate (desk, name, most, within_ms) values (${desk}, ${name}, ${rate.most}, ${rate.withinMs})
            on conflict (desk, name) do update set most = excluded.most, within_ms = excluded.within_ms`,
      )
    },
    close: () => listening.unlisten(),
  }
}
