/** The perpetuals part of the server on a venue of paper and a clock that is moved by hand, and what each desk receives from it. */
import type { Call } from '@parley/contracts'
import { isRefusal, type DeskId, type Instant, type UserId } from '@parley/core'
import type { Accounts, VenueAccountRow } from '../../src/accounts/rows.ts'
import { credentialsOf } from '../../src/accounts/venue-health/entered-key.ts'
import type { StreamChannel } from '../../src/calls/channel.ts'
import type { Caller, RouteInput } from '../../src/calls/route.ts'
import { silent } from '../../src/log/log.ts'
import { PLACE, type Begun } from '../../src/perpetuals/audited.ts'
import { createPerpetuals, type PerpetualsNeeds } from '../../src/perpetuals/create-perpetuals.ts'
import { createDeskAccounts } from '../../src/perpetuals/desk-account.ts'
import { createUnfinishedCancels } from '../../src/protection/unfinished-cancels.ts'
import { createVault } from '../../src/vault/vault.ts'
import { clockOn, createHandClock } from '../hand-clock.ts'
import { createMemoryAudit } from '../perpetuals/memory-audit.ts'
import { createPaperPerpetuals, markets } from '../perpetuals/paper-perpetuals.ts'
import { KEST, LARK, MERL, NOON, ORRY, viewers, type AccountState, type Act, type Secret, type Step } from './perpetual-day.ts'

type Includes = 'EVERYTHING' | 'NOTHING_SECRET'
export type LivedPerpetuals = {
  readonly views: readonly string[]
  /** Secret orders, and the fills of all desks. */
  readonly secretOrders: number
  readonly fills: number
}

const vault = createVault(Buffer.alloc(32, 7))
const userOf = (desk: DeskId, n: number): UserId => `u_${desk}_${n}` as UserId
const callerOf = (desk: DeskId, n: number): Caller => ({
  ...{ kind: 'session', desk, user: userOf(desk, n), via: `s_${desk}_${n}`, role: 'administrator', proved: undefined, isRestricted: false },
})

const rows = new Map<string, VenueAccountRow>()
function rowOf(desk: DeskId, name: string, key: number): VenueAccountRow {
  const id = `a_${desk}_${name}`
  const sealed = () => vault.seal(JSON.stringify({ subkeyPrivateKey: `0x${key}` }), credentialsOf(id))
  const known = rows.get(`${id} ${key}`) ?? {
    ...{ id, desk, venue: 'PRDX', name, credentialsSealed: sealed(), openFields: { account_address: id }, isDefault: false },
    ...{ isReadOnly: false, createdAt: NOON, keyedAt: NOON + key, previousSealed: null, previousUntil: null, removedAt: null },
  }
  rows.set(`${id} ${key}`, known)
  return known
}
const accountsIn = (desk: DeskId, state: AccountState): readonly VenueAccountRow[] => {
  if (state === 'NONE') return []
  const main = rowOf(desk, 'main', state === 'SECOND_KEY' ? 2 : 1)
  return state === 'TWO' ? [main, rowOf(desk, 'second', 1)] : [main]
}

/** The accounts of four desks with two users each, and the stops of their protections. */
function createDesks(secret: Secret, includes: Includes) {
  const isKnown = secret.account === 'KNOWN' || includes === 'EVERYTHING'
  const states = new Map<DeskId, AccountState>([
    ...[KEST, ORRY].map((desk) => [desk, 'FIRST_KEY'] as const),
    ...(isKnown ? [[MERL, 'FIRST_KEY'] as const] : []),
  ])
  const suspended = new Set<DeskId>()
  const stops = new Map<DeskId, readonly { readonly user: string }[]>()
  const desks = [KEST, ORRY, LARK, MERL]
  const people = desks.flatMap((desk) => [1, 2].map((n) => [userOf(desk, n), desk] as const))
  const listeners = new Set<(now: Accounts, before: Accounts) => void>()
  const current = (): Accounts =>
    ({
      desks: new Map(desks.map((desk) => [desk, { suspendedAt: suspended.has(desk) ? NOON : null }])),
      keysById: new Map(),
      users: new Map(people.map(([user]) => [user, { disabledAt: null, suspendedAt: null }])),
      memberships: new Map(people.map(([user, desk]) => [user, [{ desk, suspendedAt: null, role: 'administrator' }]])),
      venueAccounts: new Map(desks.map((desk) => [desk, accountsIn(desk, states.get(desk) ?? 'NONE')])),
    }) as unknown as Accounts
  let accounts = current()
  const changed = (): void => {
    const before = accounts
    accounts = current()
    for (const listener of [...listeners]) listener(accounts, before)
  }
  return {
    stops,
    book: {
      get accounts() {
        return accounts
      },
      onChange: (listener: (now: Accounts, before: Accounts) => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    become(desk: DeskId, state: AccountState) {
      states.set(desk, state)
      changed()
    },
    suspend(desk: DeskId, isSuspended: boolean) {
      if (isSuspended) suspended.add(desk)
      else suspended.delete(desk)
      changed()
    },
  }
}

/** An order of the other desk that a server had sent when it stopped. */
const unfinishedThen: Begun = {
  ...{ at: NOON - 1_000, desk: MERL, actor: userOf(MERL, 1), action: PLACE, object: 'n1', address: undefined, requestId: undefined },
  detail: { account: 'main', market: markets[0] },
}

type Decisions = Parameters<Parameters<PerpetualsNeeds['engine']['onDecided']>[0]>[0]

function createWorld(seed: number, secret: Secret, includes: Includes) {
  const hand = createHandClock(NOON as Instant)
  const clock = clockOn(hand.now, hand.timers)
  const paper = createPaperPerpetuals(clock, seed)
  const desks = createDesks(secret, includes)
  const isUnfinished = secret.account === 'SECRET' && includes === 'EVERYTHING'
  const audited = createMemoryAudit(clock.now, isUnfinished ? [unfinishedThen] : [])
  const unfinished = createUnfinishedCancels(clock.now)
  const deciding = new Set<(decisions: Decisions) => void>()
  const part = createPerpetuals({
    ...{ perpetuals: paper.venue, accountOf: createDeskAccounts({ book: desks.book, vault, perpetuals: paper.venue }) },
    ...{ audited, book: desks.book, unfinished, clock, log: silent },
    engine: {
      onDecided: (listener) => {
        deciding.add(listener as (decisions: Decisions) => void)
        return () => deciding.delete(listener as (decisions: Decisions) => void)
      },
    } as PerpetualsNeeds['engine'],
    service: { stopsOf: (desk: DeskId) => Promise.resolve(desks.stops.get(desk) ?? []) } as unknown as PerpetualsNeeds['service'],
    settings: { limitsOf: () => ({}), approvalAbove: () => undefined },
    customers: { eligibilityRefusal: () => undefined },
  })
  const stop = (desk: DeskId, user: UserId | undefined): void => {
    desks.stops.set(desk, [...(desks.stops.get(desk) ?? []), { user: user ?? '' }])
    const decisions = [{ events: [{ kind: 'TradingStopped', desk, user }] }] as unknown as Decisions
    for (const listener of deciding) listener(decisions)
  }
  return { hand, clock, paper, desks, audited, unfinished, part, stop }
}

type World = ReturnType<typeof createWorld>
type Seen = Map<DeskId, string[]>

function createReader({ part, clock }: World, seen: Seen) {
  const open = new Map<string, () => void>()
  const received = (desk: DeskId, what: string, data: unknown): void => {
    seen.get(desk)!.push(JSON.stringify([clock.now(), what, data]))
  }
  const routes = new Map<Call, (input: RouteInput<Call>) => Promise<unknown>>(part.routes.map(({ call, handle }) => [call, handle]))
  return {
    call(desk: DeskId, n: number, { call, params, query, body, key }: Extract<Act, { kind: 'CALL' }>): void {
      const input = {
        ...{ params, query: query ?? {}, body, caller: callerOf(desk, n), who: call.who, now: clock.now() as Instant, requestId: 'r' },
        ...{ address: '', headers: {}, region: undefined },
        ...(key === undefined ? {} : { idempotency: { scope: userOf(desk, n), key, requestHash: '' } }),
      }
      const what = `${n} ${call.method} ${call.path} ${JSON.stringify([params, query, body, key])}`
      routes.get(call)!(input as unknown as RouteInput<Call>).then(
        (answer) => received(desk, what, answer),
        (error: unknown) => received(desk, what, String(error)),
      )
    },
    async subscribe(desk: DeskId, n: number, { channel, market, slot }: Extract<Act, { kind: 'SUBSCRIBE' | 'LEAVE' }>): Promise<void> {
      const name = `${desk} ${channel} ${market} ${slot}`
      if (open.has(name)) return
      open.set(name, () => undefined)
      const stream = part.channels.find((one) => one.kind === 'stream' && one.pattern === channel) as StreamChannel
      const ended = await stream.open(callerOf(desk, n), { market }, (data) => received(desk, name, data))
      if (isRefusal(ended)) received(desk, name, ended)
      else open.set(name, ended)
    },
    leave(desk: DeskId, { channel, market, slot }: Extract<Act, { kind: 'SUBSCRIBE' | 'LEAVE' }>): void {
      const name = `${desk} ${channel} ${market} ${slot}`
      open.get(name)?.()
      open.delete(name)
    },
  }
}

function take(world: World, reader: ReturnType<typeof createReader>, { by, user, act }: Step): void {
  const { paper, desks, part, stop } = world
  const account = () => paper.account(`a_${by}_main`)
  switch (act.kind) {
    case 'CALL':
      return reader.call(by, user, act)
    case 'SUBSCRIBE':
      return void reader.subscribe(by, user, act)
    case 'LEAVE':
      return reader.leave(by, act)
    case 'FILL':
      return account().fill(act.place, act.share)
    case 'FUNDING':
      return account().pay(act.market)
    case 'LINE_BREAKS':
      return account().breakLine(act.ms)
    case 'STOP':
      return stop(by, act.user === undefined ? undefined : userOf(by, act.user))
    case 'ALLOW':
      return void desks.stops.delete(by)
    case 'SUSPEND':
      desks.suspend(by, true)
      return part.barred({ desk: by })
    case 'RESTORE':
      return desks.suspend(by, false)
    case 'ACCOUNT':
      return desks.become(by, act.becomes)
  }
}

export async function livePerpetuals(steps: readonly Step[], secret: Secret, seed: number, includes: Includes): Promise<LivedPerpetuals> {
  const world = createWorld(seed, secret, includes)
  const { hand, audited, unfinished, part } = world
  const seen: Seen = new Map([...viewers, MERL].map((desk) => [desk, []]))
  const reader = createReader(world, seen)
  // A desk has a screen open all day, so the prices are read every second in both lives (decision 1032).
  void reader.subscribe(LARK, 1, { kind: 'SUBSCRIBE', channel: 'perpetual_markets', market: '', slot: 9 })
  await hand.pass(NOON + 1_000)
  for (const step of steps) {
    await hand.pass(step.at + 1_000)
    if (!step.isSecret || includes === 'EVERYTHING') take(world, reader, step)
  }
  await hand.pass(hand.now() + 8_000)
  const views = viewers.map((desk) => [...seen.get(desk)!, JSON.stringify(['log', audited.of(desk), unfinished.of(desk)])])
  // Its time depends on the cancellations of all desks that are on their way, so nothing counts from here on.
  const closed = part.close()
  await hand.pass(hand.now() + 5_000)
  await closed
  const placed = audited.of(MERL).filter(({ action, detail }) => action === PLACE && detail?.['outcome'] === 'DONE')
  const fills = [KEST, ORRY].map((desk) => world.paper.account(`a_${desk}_main`).filled)
  return { views: views.flat(), secretOrders: placed.length, fills: fills.reduce((sum, n) => sum + n, 0) }
}
