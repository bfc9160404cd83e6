/** A venue for tests that lists, marks and goes silent when the test tells it to. It settles nothing. */
import type { Instrument, Mark, VenueCode } from '@parley/core'
import type { AccountCheck, Venue, VenueAnswer, VenueCredentials, VenueHealth, VenueListener } from '@parley/venues'

export type TestVenue = Venue & {
  list(instruments: readonly Instrument[]): void
  mark(...marks: readonly Mark[]): void
  index(baseCurrency: string, price: number, at: number): void
  /** From now on it accepts nothing, for this reason. Without a reason it accepts everything again. */
  pause(reason?: VenueHealth['pause']): void
  /** From now on it does not respond to anything. */
  goDown(): void
  /** It now gives this answer about keys. By default, all keys have all permissions. */
  sayOfKeys(answer: (key: VenueCredentials) => VenueAnswer<AccountCheck>): void
}

const settlesNothing = () => Promise.resolve({ outcome: 'REJECTED', message: 'This venue settles nothing.', code: 'test' } as const)

/** For a key that opens an account and has all permissions there. */
export const openKey = (): AccountCheck => ({
  accountName: 'the account',
  mayRead: true,
  maySettle: true,
  findings: [{ about: 'BLOCK_TRADE', verdict: 'GOOD', sentence: 'The key can trade blocks.' }],
})

export function createTestVenue(code: VenueCode, first: readonly Instrument[], now: () => number): TestVenue {
  let listed = first
  let listener: VenueListener | undefined
  let health: VenueHealth = { state: 'CONNECTING', lastMessageAt: undefined }
  let isDown = false
  let ofKeys = (_key: VenueCredentials): VenueAnswer<AccountCheck> => ({ outcome: 'DONE', value: openKey() })
  const touch = () => {
    health = { ...health, lastMessageAt: now() }
  }
  return {
    code,
    instruments: () => (isDown ? Promise.reject(new Error('the venue is down')) : Promise.resolve(listed)),
    connect: (toWhom) => {
      listener = toWhom
      if (!isDown) health = { state: 'CONNECTED', lastMessageAt: now() }
      return Promise.resolve()
    },
    health: () => health,
    checkAccount: (key) => Promise.resolve(ofKeys(key)),
    readHoldings: settlesNothing,
    readBlocks: settlesNothing,
    verifyBlock: settlesNothing,
    executeBlock: settlesNothing,
    findBlock: settlesNothing,
    close: () => Promise.resolve(),
    list: (instruments) => {
      const before = new Set(listed.map((one) => one.name))
      const after = new Set(instruments.map((one) => one.name))
      const gone = listed.filter((one) => !after.has(one.name)).map((one): Instrument => ({ ...one, state: 'EXPIRED' }))
      listed = instruments
      touch()
      listener?.onInstruments([...gone, ...instruments.filter((one) => !before.has(one.name))])
    },
    mark: (...marks) => {
      touch()
      listener?.onMarks(marks)
    },
    index: (baseCurrency, price, at) => {
      touch()
      listener?.onIndex(baseCurrency, price, at)
    },
    pause: (reason) => {
      const { pause: _, ...rest } = health
      health = reason === undefined ? rest : { ...rest, pause: reason }
    },
    goDown: () => {
      isDown = true
    },
    sayOfKeys: (answer) => {
      ofKeys = answer
    },
  }
}

/** Connected venues without listings, so that their shards are open. */
export const otherVenues = (now: () => number): readonly Venue[] =>
  (['BYB', 'BIT', 'PRDX'] as const).map((code) => createTestVenue(code, [], now))
