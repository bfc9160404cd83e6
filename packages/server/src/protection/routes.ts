/** The calls about a desk's protections, with market maker protection under every base path. */
import {
  directRfqCalls,
  grfqCalls,
  obCalls,
  spreadCalls,
  protectionCalls as calls,
  wireRates,
  type Call,
  type DeskBoundsView,
  type PersonLimitView,
} from '@parley/contracts'
import {
  isRefusal,
  ownOrdersOf,
  parseQuantity,
  quotesLeft,
  refuse,
  type ChangeOrigin,
  type ProtectionLimit,
  type Quantity,
  type Refusal,
  type UserId,
} from '@parley/core'
import { about, actorOf } from '../accounts/actor.ts'
import type { Change as ActorsChange } from '../accounts/still-may.ts'
import type { Change } from '../audit/append.ts'
import { cancelerOf } from '../calls/canceler.ts'
import { Answered, DONE_IN_PART, route, type Route, type RouteInput } from '../calls/route.ts'
import type { AuditDue } from './audit-due.ts'
import type { NotificationChannel } from '../calls/channel.ts'
import type { Triggers } from './triggers.ts'
import { fencedReport, fencesOf, orPartly, unreachedIn, type Covered, type ReportCanceled } from '../shards/broadcast.ts'
import type { People } from './people.ts'
import type { IntegrityRulesOf } from '../accounts/feature-flags.ts'
import type { FindNamedRfq } from './named-rfq.ts'
import type { QuoteCounter } from './quote-counts.ts'
import { PROTECTION_CHANNEL } from './projector.ts'
import { deskRateNames, type Rates } from '../limits/rate-names.ts'
import { audienceOf, presentStop, type ProtectionService } from './service.ts'
import type { ProtectionSettings, Sender } from './settings.ts'
import type { UnfinishedCancels } from './unfinished-cancels.ts'
import { presentChange } from './wire.ts'

export type ProtectionParts = {
  readonly auditDue: AuditDue
  /** Refused by throwing if the actor no longer has the right that the change needs. */
  readonly mustStillHave: (change: ActorsChange) => Promise<void>
  readonly service: ProtectionService
  readonly findRfq: FindNamedRfq
  readonly report: ReportCanceled
  readonly triggers: Triggers
  readonly settings: ProtectionSettings
  readonly people: People
  readonly rates: Rates
  readonly counts: Pick<QuoteCounter, 'of'>
  readonly rulesOf: IntegrityRulesOf
  readonly unfinished: UnfinishedCancels
}

export const protectionRoutes = (parts: ProtectionParts): readonly Route[] => [
  ...mmpRoutes(parts),
  ...limitRoutes(parts),
  ...cancelRoutes(parts),
  ...stopRoutes(parts),
  ...boundRoutes(parts),
  ...rateRoutes(parts),
  ...integrityRoutes(parts),
  ...personRoutes(parts),
]

export const protectionChannel = ({ frozenOf }: Pick<ProtectionService, 'frozenOf'>): NotificationChannel => ({
  kind: 'notifications',
  name: PROTECTION_CHANNEL,
  also: ['mmp'],
  snapshot: async ({ desk }) => (await frozenOf(desk)).map((frozen) => presentChange('TRIGGERED', frozen)),
})

const fencedBy = (report: ReportCanceled) => async (answer: Covered | Refusal) =>
  isRefusal(answer) ? answer : orPartly(await fencedReport(report, answer))

const mmpRoutes = ({ service }: ProtectionParts): readonly Route[] =>
  [directRfqCalls, obCalls, grfqCalls, spreadCalls].flatMap(({ getMmpStatus, resetMmp }) => [
    route(getMmpStatus as typeof obCalls.getMmpStatus, async ({ caller }) => ({ rate_limit_hit: await service.isHit(caller.desk) })),
    route(resetMmp as typeof obCalls.resetMmp, async ({ caller, idempotency }) => {
      const covered = await service.reset(caller.desk, { limit: 'MMP' }, idempotency)
      return isRefusal(covered) ? covered : orPartly({ rate_limit_hit: false, fences: fencesOf(covered), ...unreachedIn(covered) })
    }),
  ])

const limitRoutes = ({ auditDue, service, report, triggers, people, unfinished }: ProtectionParts): readonly Route[] => [
  route(calls.getProtection, async ({ caller, now }) => {
    const { limits, stops, cancelAllAt, isHit } = await service.standing(caller.desk, caller.via)
    // Every shard was read, so everything due there has triggered.
    const triggered = await triggers.of(caller.desk, now)
    return {
      rate_limit_hit: isHit,
      limits: [...limits],
      stops: stops.map(({ user, stop }) => presentStop(user, stop, people.nameOf)),
      cancel_all_at: cancelAllAt,
      fired: [...triggered],
      still_cancelling: unfinished.of(caller.desk).map(({ flow, user, since }) => ({
        ...{ flow, user: user ?? null, user_name: user === undefined ? null : people.nameOf(user), since },
      })),
      server_time: now,
    }
  }),
  route(calls.setLimit, async (input) => {
    const limit = limitOf(input.params.id, input.body)
    if (isRefusal(limit)) return limit
    const { caller, idempotency } = input
    const asked = askedFor(input, limit.id, detailOf(input.body))
    const answer = await service.setLimit(caller.desk, limit, { asked, idempotency }).finally(auditDue.takeUp)
    return isRefusal(answer) ? answer : orPartly({ ...answer.limit, ...unreachedIn(answer) })
  }),
  route(calls.removeLimit, async (input) => {
    const { caller, params, idempotency } = input
    const asked = askedFor(input, params.id)
    const covered = await service.removeLimit(caller.desk, params.id, { asked, idempotency }).finally(auditDue.takeUp)
    if (isRefusal(covered)) return covered
    return covered.unreached.length === 0 ? undefined : new Answered(DONE_IN_PART, unreachedIn(covered) as never)
  }),
  route(calls.resetProtection, async ({ caller, body, idempotency }) =>
    fencedBy(report)(await service.reset(caller.desk, body ?? {}, idempotency)),
  ),
]

const cancelRoutes = ({ service, findRfq, report, people }: ProtectionParts): readonly Route[] => [
  route(calls.cancelAll, async ({ caller, body, idempotency }) => {
    const { key, rfq_id: id, ...named } = body ?? {}
    const fenced = fencedBy(report)
    const by = cancelerOf(caller)
    const rfq = id === undefined || id === null ? undefined : await findRfq(caller, id, named.flow ? audienceOf[named.flow] : undefined)
    if (rfq !== undefined && isRefusal(rfq)) return rfq
    const wish = { ...named, rfq }
    if (key === 'mine') return fenced(await service.cancelAll(caller.desk, { ...by, user: caller.user }, wish, idempotency))
    if (key && key !== 'own' && key !== caller.via && !people.isOf(caller.desk, key)) return nobody('key')
    const whose = key ? whoseOf(key === 'own' ? caller.via : key, people) : undefined
    return fenced(await service.cancelAll(caller.desk, { ...by, ...whose }, wish, idempotency))
  }),
  route(calls.cancelAllAfter, async ({ caller, body, now, idempotency }) => {
    const set = await service.setDeadMan(caller.desk, caller.via, body.timeout === 0 ? undefined : body.timeout, idempotency)
    return isRefusal(set) ? set : orPartly({ cancel_all_at: set.triggersAt, server_time: now, ...unreachedIn(set) })
  }),
]

const stopRoutes = ({ auditDue, mustStillHave, service, report, people }: ProtectionParts): readonly Route[] => [
  route(calls.stopOwnTrading, async (input) => {
    const why = input.body?.why
    const { desk, user } = input.caller
    const asked = askedFor(input, user, why ? { why } : {})
    const { idempotency } = input
    return fencedBy(report)(
      await service.stop(desk, user, user, why ?? undefined, { asked, idempotency, ...cancelerOf(input.caller) }).finally(auditDue.takeUp),
    )
  }),
  route(calls.stopTrading, async (input) => {
    const { user, why } = input.body ?? {}
    const { desk } = input.caller
    if (user && !people.isOf(desk, user)) return nobody('user')
    const asked = askedFor(input, user || desk, why ? { why } : {})
    const { idempotency } = input
    // A stop never waits for the accounts: it only cancels, and an administrator can resume trading.
    // Also runs if a market could not be reached, so that the log contains what the others did.
    const covered = await service
      .stop(desk, user ? (user as UserId) : undefined, input.caller.user, why ?? undefined, {
        asked,
        idempotency,
        ...cancelerOf(input.caller),
      })
      .finally(auditDue.takeUp)
    return fencedBy(report)(covered)
  }),
  route(calls.allowTrading, async (input) => {
    const user = input.body?.user
    const { desk } = input.caller
    if (user && !people.isOf(desk, user)) return nobody('user')
    await mustStillHave(about(actorOf(input), 'AllowTrading', user || desk))
    const asked = askedFor(input, user || desk)
    const { idempotency } = input
    const covered = await service
      .allow(desk, user ? (user as UserId) : undefined, input.caller.user, { asked, idempotency })
      .finally(auditDue.takeUp)
    return fencedBy(report)(covered)
  }),
]

const boundRoutes = ({ settings, rates }: ProtectionParts): readonly Route[] => {
  const view = ({ desk, user }: Sender): DeskBoundsView => {
    const own = settings.ownNotional({ desk, user })
    const { mostNotional, mostDeviationPercent } = settings.boundTexts(desk)
    const { most, withinMs } = settings.rate('requestsPerDesk', desk) ?? rates.requestsPerDesk
    return {
      most_notional: mostNotional,
      most_deviation_percent: mostDeviationPercent,
      approval_above: settings.approvalText(desk),
      requests_per_second: Math.max(1, Math.floor((most * 1_000) / withinMs)),
      own_orders: ownOrdersOf(undefined, settings.ownOrders(desk)),
      ...(own === undefined ? {} : { own_most_notional: own }),
    }
  }
  return [
    route(calls.getDeskBounds, ({ caller }) => Promise.resolve(view(caller))),
    route(calls.setDeskBounds, async (input) => {
      const { most_notional: mostNotional, most_deviation_percent: mostDeviationPercent, own_orders: ownOrders } = input.body
      const { approval_above: approvalAbove } = input.body
      const wrong =
        notAbove('most_notional', mostNotional) ??
        notAbove('most_deviation_percent', mostDeviationPercent) ??
        notAbove('approval_above', approvalAbove ?? null)
      if (wrong !== undefined) return wrong
      const { caller, idempotency } = input
      const { desk } = caller
      const bounds = { mostNotional: mostNotional ?? 'none', mostDeviationPercent: mostDeviationPercent ?? 'none' }
      const detail = {
        ...bounds,
        ...(ownOrders === undefined ? {} : { ownOrders }),
        ...(approvalAbove === undefined ? {} : { approvalAbove: approvalAbove ?? 'none' }),
      }
      const change = about(actorOf(input), 'SetDeskBounds', desk, detail)
      return (
        (await settings.setDeskBounds(change, desk, { mostNotional, mostDeviationPercent, ownOrders, approvalAbove }, idempotency)) ??
        view(caller)
      )
    }),
  ]
}

/** The operator may have set a rate for the desk. Otherwise the installation's rate applies. */
const rateRoutes = ({ settings, rates }: ProtectionParts): readonly Route[] => [
  route(calls.getRates, ({ caller: { desk } }) =>
    Promise.resolve({
      results: deskRateNames.map((name) => {
        const { most, withinMs } = settings.rate(name, desk) ?? rates[name]
        return { name, most, within_ms: withinMs, meaning: wireRates[name].meaning }
      }),
    }),
  ),
]

const integrityRoutes = ({ counts, rulesOf }: ProtectionParts): readonly Route[] => [
  route(calls.getMarketIntegrity, ({ caller: { desk } }) => {
    const rules = rulesOf(desk)
    const of = counts.of(desk)
    return Promise.resolve({
      ...of,
      rules:
        rules === undefined
          ? null
          : {
              most_width_percent: rules.mostWidthPercent,
              free_quotes: rules.freeQuotes,
              quotes_per_trade: rules.quotesPerTrade,
              quotes_left: quotesLeft(of, rules),
            },
    })
  }),
]

const personRoutes = ({ settings, people }: ProtectionParts): readonly Route[] => {
  const view = (sender: Sender): PersonLimitView => ({
    user: sender.user,
    user_name: people.nameOf(sender.user),
    is_key: people.isKey(sender.user),
    most_notional: settings.ownNotional(sender) ?? null,
  })
  return [
    route(calls.getPersonLimits, ({ caller: { desk } }) =>
      Promise.resolve({ results: people.idsOf(desk).map((user) => view({ desk, user })) }),
    ),
    route(calls.setPersonLimit, async (input) => {
      const { caller, params, body, idempotency } = input
      if (!people.isOf(caller.desk, params.id)) return nobody('id')
      const wrong = notAbove('most_notional', body.most_notional)
      if (wrong !== undefined) return wrong
      const sender = { desk: caller.desk, user: params.id as UserId }
      const change = about(actorOf(input), 'SetPersonLimit', sender.user, { mostNotional: body.most_notional ?? 'none' })
      return (await settings.setPersonLimit(change, sender, body.most_notional, idempotency)) ?? view(sender)
    }),
  ]
}

type LimitBody = {
  readonly product: string
  readonly label?: string | null | undefined
  readonly window_ms: number
  readonly frozen_ms?: number | null | undefined
  readonly executions?: number | null | undefined
  readonly quantity?: string | null | undefined
  readonly notional?: string | null | undefined
  readonly delta?: string | null | undefined
  readonly vega?: string | null | undefined
}

function limitOf(id: string, body: LimitBody): ProtectionLimit | Refusal {
  const quantity = body.quantity === null || body.quantity === undefined ? undefined : parseQuantity(body.quantity)
  if (quantity === undefined && typeof body.quantity === 'string')
    return refuse('LimitInvalid', '11.2', 'A quantity must have at most 6 decimals and be less than 9 billion.', 'quantity')
  const figures = { notional: body.notional, delta: body.delta, vega: body.vega }
  const given = Object.entries(figures).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    id,
    product: body.product,
    windowMs: body.window_ms,
    ...(body.label ? { label: body.label } : {}),
    ...(body.frozen_ms === null || body.frozen_ms === undefined ? {} : { frozenMs: body.frozen_ms }),
    most: {
      ...(body.executions === null || body.executions === undefined ? {} : { executions: body.executions }),
      ...(quantity === undefined ? {} : { quantity: quantity as Quantity }),
      ...Object.fromEntries(given.map(([measure, text]) => [measure, Number(text)])),
    },
  }
}

/** The values that were set, for the audit log: only plain ones. */
const detailOf = (body: LimitBody): NonNullable<Change['detail']> =>
  Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string | number] => entry[1] !== null && entry[1] !== undefined),
  )

const notAbove = (field: string, value: string | null): Refusal | undefined =>
  value === null || Number(value) > 0
    ? undefined
    : refuse('LimitInvalid', '11.8', 'A limit must be above zero, or null for no limit.', field)

/** Orders belong to a user in all sessions of that user, and otherwise to the key or session that sent them. */
const whoseOf = (id: string, { isUser }: People) => (isUser(id) ? { user: id as UserId } : { via: id })

const nobody = (field: string): Refusal => refuse('NotFound', '', 'Your desk has no member or key with this id.', field)

type Asking = Pick<RouteInput<Call>, 'caller' | 'address' | 'requestId'>

/** Sent with the change itself, so that the audit log contains it exactly if the market has made the change. */
const askedFor = ({ caller, address, requestId }: Asking, object: string, detail: ChangeOrigin['detail'] = {}): ChangeOrigin => ({
  ...{ id: crypto.randomUUID(), actor: caller.user, object, address, requestId, detail },
})
