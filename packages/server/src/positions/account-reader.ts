/**
 * Reads what desks hold in their accounts at the venues: every few seconds while a user of the desk has positions open on a screen, every few minutes
 * otherwise, and immediately after a settlement or on request. If an account cannot be read, the previous state stays (rulebook 13.1).
 */
import type { DeskId, VenueCode } from '@parley/core'
import type { AccountHoldings, VenueAccounts, VenueAnswer, VenueCredentials } from '@parley/venues'
import { isTradingAccount, type Accounts, type TradingAccountRow } from '../accounts/rows.ts'
import type { Book } from '../accounts/accounts-snapshot.ts'
import type { Log } from '../log/log.ts'
import type { Clock } from '../market-data/clock.ts'
import { positionLimits as limits } from './limits.ts'
import { after, isSameReading, unread, type Reading } from './reading.ts'
import type { ReadingStore } from './reading-store.ts'

export type DeskAccount = Pick<TradingAccountRow, 'id' | 'desk' | 'venue' | 'name'>
export type AccountState = { readonly account: DeskAccount; readonly reading: Reading }
/** Undefined if the account currently has no usable key. */
export type KeysOf = (account: DeskAccount) => VenueCredentials | undefined

export type ReaderParts = {
  readonly book: Pick<Book, 'accounts' | 'onChange'>
  readonly venues: ReadonlyMap<VenueCode, Pick<VenueAccounts, 'readHoldings'>>
  readonly keysOf: KeysOf
  readonly store: ReadingStore
  readonly clock: Clock
  readonly log: Log
}

export type AccountReader = {
  /** By venue and name: every account that can be read here. */
  statesOf(desk: DeskId): readonly AccountState[]
  /** Starts a read, or joins one that has just started. `beganAt` is its time. */
  refresh(desk: DeskId): { readonly accounts: number; readonly beganAt: number }
  /** A trade of the desk has settled there. */
  settledAt(desk: DeskId, venue: VenueCode): void
  /** Calls the listener with the accounts that were read, after a short delay. Returns the function that ends it. */
  watch(desk: DeskId, listener: (read: ReadonlySet<string>) => void): () => void
  /** Resolves when nothing is being read. */
  idle(): Promise<void>
  close(): Promise<void>
}

type DeskReading = {
  running: Promise<void> | undefined
  beganAt: number
  /** Venues at which a trade has settled since. */
  readonly dirty: Set<VenueCode>
  readonly listeners: Set<(read: ReadonlySet<string>) => void>
  /** Read since the last publication. */
  readonly unpublished: Set<string>
  readonly callOffs: Set<() => void>
  stopWatching: () => void
}

export async function startAccountReader(parts: ReaderParts): Promise<AccountReader> {
  const reader = new Reader(parts, await parts.store.load())
  reader.start()
  return reader
}

class Reader implements AccountReader {
  readonly #parts: ReaderParts
  readonly #readings: Map<string, Reading>
  readonly #storedAt = new Map<string, number>()
  readonly #desks = new Map<DeskId, DeskReading>()
  readonly #stopListening: () => void
  #round: Promise<void> | undefined
  #callOffRound = () => {}
  #isStopping = false

  constructor(parts: ReaderParts, stored: ReadonlyMap<string, Reading>) {
    this.#parts = parts
    this.#readings = new Map(stored)
    this.#stopListening = parts.book.onChange((now, before) => this.#accountsChanged(now, before))
  }

  start(): void {
    this.#round = this.#readEveryDesk().finally(() => {
      this.#round = undefined
      if (!this.#isStopping) this.#callOffRound = this.#parts.clock.after(limits.idleEveryMs, () => this.start())
    })
  }

  statesOf(desk: DeskId): readonly AccountState[] {
    const states = this.#accountsOf(desk).map((account) => ({ account, reading: this.#readings.get(account.id) ?? unread }))
    return states.toSorted((a, b) => compare(a.account.venue, b.account.venue) || compare(a.account.name, b.account.name))
  }

  refresh(desk: DeskId): { readonly accounts: number; readonly beganAt: number } {
    const one = this.#deskOf(desk)
    const isJust = this.#parts.clock.now() - one.beganAt < limits.joinWithinMs
    if (one.running === undefined && !isJust) this.#begin(desk)
    return { accounts: this.#accountsOf(desk).length, beganAt: one.beganAt }
  }

  settledAt(desk: DeskId, venue: VenueCode): void {
    const one = this.#deskOf(desk)
    const isWaiting = one.dirty.size > 0
    one.dirty.add(venue)
    if (isWaiting || one.running !== undefined) return
    const due = one.beganAt + limits.settledEveryMs - this.#parts.clock.now()
    if (due <= 0) this.#readDirty(desk)
    else this.#later(one, due, () => this.#readDirty(desk))
  }

  watch(desk: DeskId, listener: (read: ReadonlySet<string>) => void): () => void {
    const one = this.#deskOf(desk)
    one.listeners.add(listener)
    if (one.listeners.size === 1) this.#keepReading(desk)
    return () => {
      one.listeners.delete(listener)
      if (one.listeners.size === 0) one.stopWatching()
    }
  }

  async idle(): Promise<void> {
    const running = () => [this.#round, ...[...this.#desks.values()].map((one) => one.running)].filter((one) => one !== undefined)
    for (let left = running(); left.length > 0; left = running()) await Promise.allSettled(left)
  }

  async close(): Promise<void> {
    this.#isStopping = true
    this.#stopListening()
    this.#callOffRound()
    for (const one of this.#desks.values()) {
      one.stopWatching()
      for (const callOff of one.callOffs) callOff()
    }
    let hurry = () => {}
    const late = new Promise<void>((resolve) => (hurry = this.#parts.clock.after(limits.stopWithinMs, resolve)))
    await Promise.race([this.idle(), late])
    hurry()
  }

  /** One desk after the other, because no caller waits for it. */
  async #readEveryDesk(): Promise<void> {
    for (const desk of [...this.#parts.book.accounts.venueAccounts.keys()]) {
      if (this.#isStopping) return
      if (this.#deskOf(desk).listeners.size === 0) this.refresh(desk)
      await this.#deskOf(desk).running
    }
  }

  /** While there are readers, even if a response takes long. */
  #keepReading(desk: DeskId): void {
    const one = this.#deskOf(desk)
    this.refresh(desk)
    one.stopWatching = this.#parts.clock.after(limits.watchedEveryMs, () => {
      if (one.listeners.size > 0 && !this.#isStopping) this.#keepReading(desk)
    })
  }

  #readDirty(desk: DeskId): void {
    const { dirty } = this.#deskOf(desk)
    const venues = new Set(dirty)
    dirty.clear()
    if (venues.size > 0) this.#begin(desk, venues)
  }

  #begin(desk: DeskId, venues?: ReadonlySet<VenueCode>): void {
    if (this.#isStopping) return
    const one = this.#deskOf(desk)
    one.beganAt = this.#parts.clock.now()
    const accounts = this.#accountsOf(desk).filter(({ venue }) => venues === undefined || venues.has(venue))
    // Venues in parallel, and the accounts at one venue one after the other.
    const byVenue = [...Map.groupBy(accounts, ({ venue }) => venue).values()]
    one.running = Promise.all(byVenue.map((own) => this.#readOneByOne(own)))
      .then(() => undefined)
      .finally(() => {
        one.running = undefined
        if (one.dirty.size > 0) this.#later(one, limits.settledEveryMs, () => this.#readDirty(desk))
      })
  }

  async #readOneByOne(accounts: readonly DeskAccount[]): Promise<void> {
    for (const account of accounts) if (!this.#isStopping) await this.#read(account)
  }

  async #read(account: DeskAccount): Promise<void> {
    const { store, clock, log } = this.#parts
    const askedAt = clock.now()
    const before = this.#readings.get(account.id) ?? unread
    const reading = after(before, await this.#ask(account), askedAt)
    this.#readings.set(account.id, reading)
    this.#publishSoon(account)
    const isNew = !isSameReading(before, reading)
    if (!isNew && askedAt - (this.#storedAt.get(account.id) ?? -Infinity) < limits.storeEveryMs) return
    this.#storedAt.set(account.id, askedAt)
    await store.save(account.id, reading).catch((error: unknown) => log.error({ error }, 'Could not store the state of an account'))
  }

  async #ask(account: DeskAccount): Promise<VenueAnswer<AccountHoldings>> {
    const { venues, keysOf, log } = this.#parts
    try {
      const keys = keysOf(account)
      if (keys === undefined) return { outcome: 'REJECTED', code: 'no key', message: 'The account has no usable API key.' }
      return await venues.get(account.venue)!.readHoldings(keys)
    } catch (error) {
      log.error({ error, venue: account.venue, account: account.id }, 'Could not read an account')
      return { outcome: 'UNKNOWN', message: `${account.venue} could not be reached.`, retryAfterMs: limits.watchedEveryMs }
    }
  }

  #publishSoon({ desk, id }: DeskAccount): void {
    const one = this.#deskOf(desk)
    if (one.listeners.size === 0) return
    const isFirst = one.unpublished.size === 0
    one.unpublished.add(id)
    if (isFirst) this.#later(one, limits.coalesceMs, () => publish(one))
  }

  /** A new account is read immediately, and a removed one disappears from the screens. */
  #accountsChanged(now: Accounts, before: Accounts): void {
    const idsIn = (accounts: Accounts, desk: DeskId) => (accounts.venueAccounts.get(desk) ?? []).map(({ id }) => id).toSorted()
    for (const desk of new Set([...now.venueAccounts.keys(), ...before.venueAccounts.keys()])) {
      const ids = idsIn(now, desk)
      if (ids.join() === idsIn(before, desk).join()) continue
      for (const { venue } of (now.venueAccounts.get(desk) ?? []).filter(isTradingAccount)) this.settledAt(desk, venue)
      publish(this.#deskOf(desk))
    }
  }

  #accountsOf(desk: DeskId): readonly DeskAccount[] {
    const { book, venues } = this.#parts
    return (book.accounts.venueAccounts.get(desk) ?? []).filter(isTradingAccount).filter(({ venue }) => venues.has(venue))
  }

  #deskOf(desk: DeskId): DeskReading {
    const known = this.#desks.get(desk)
    if (known !== undefined) return known
    const one: DeskReading = {
      ...{ running: undefined, beganAt: -Infinity, dirty: new Set(), listeners: new Set(), unpublished: new Set(), callOffs: new Set() },
      stopWatching: () => {},
    }
    this.#desks.set(desk, one)
    return one
  }

  #later({ callOffs }: DeskReading, ms: number, work: () => void): void {
    const callOff = this.#parts.clock.after(ms, () => {
      callOffs.delete(callOff)
      if (!this.#isStopping) work()
    })
    callOffs.add(callOff)
  }
}

function publish({ listeners, unpublished }: DeskReading): void {
  const read = new Set(unpublished)
  unpublished.clear()
  for (const listener of [...listeners]) listener(read)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
