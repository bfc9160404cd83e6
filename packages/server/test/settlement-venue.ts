/** A venue that settles in memory, for tests of its callers. It keeps a record, and fails when the test tells it to. */
import type { Block, Settled, Venue, VenueAnswer, VenueCredentials, Verification } from '@parley/venues'
import { blocksOf, checkOf, holdingsOf, type ExecutedBlock } from './executed-accounts.ts'

export type Wrong =
  /** Executed, but the response does not arrive. */
  | 'LOSE_ANSWER'
  /** Not executed, and may be tried again. */
  | 'BUSY'
  /** Permanently rejected. */
  | 'REJECT'
  /** It is neither answered nor rejected until the test releases it. */
  | 'HANG'
type Call = 'VERIFY' | 'EXECUTE' | 'FIND'
/** Reading an account or its record changes nothing, so it is not among the calls. */
type Reading = 'HOLDINGS' | 'BLOCKS'
type Step = Call | Reading

export const WINDOW_MS = 5 * 60_000
export const TEST_REJECTION = 'not_enough_funds'

export function createTestVenue(now: () => number) {
  const executed: ExecutedBlock[] = []
  const verified = new Map<string, { readonly maker: string; readonly terms: string }>()
  const wrongs: { readonly call: Step; readonly wrong: Wrong }[] = []
  const calls: Call[] = []
  const hanging: (() => void)[] = []

  const next = async (call: Step): Promise<Wrong | undefined> => {
    if (!isReading(call)) calls.push(call)
    const at = wrongs.findIndex((one) => one.call === call)
    const wrong = at === -1 ? undefined : wrongs.splice(at, 1)[0]!.wrong
    if (wrong === 'HANG') await new Promise<void>((resolve) => hanging.push(resolve))
    return wrong
  }
  const answer = <T>(wrong: Wrong | undefined, carryOut: () => VenueAnswer<T>): VenueAnswer<T> => {
    if (wrong === 'REJECT') return { outcome: 'REJECTED', code: '10009', message: TEST_REJECTION }
    if (wrong === 'BUSY') return { outcome: 'UNKNOWN', message: 'busy', retryAfterMs: 1 }
    const done = carryOut()
    return wrong === 'LOSE_ANSWER' ? { outcome: 'UNKNOWN', message: 'lost', retryAfterMs: 1 } : done
  }
  const settle = (block: Block, signature: string, taker: VenueCredentials): VenueAnswer<Settled> => {
    const before = executed.find((one) => one.block.nonce === block.nonce)
    if (before !== undefined) return { outcome: 'DONE', value: before.settled }
    const consent = verified.get(signature)
    if (consent?.terms !== termsOf(block)) return { outcome: 'REJECTED', code: '11030', message: 'signature does not fit' }
    if (now() > block.at + WINDOW_MS) return { outcome: 'REJECTED', code: '11030', message: 'signature has expired' }
    const legs = block.legs.map(({ instrument, price, quantity }) => ({ instrumentName: instrument.name, price, quantity }))
    const settled: Settled = { venueTradeId: `BLOCK-${executed.length + 1}`, at: now(), legs }
    executed.push({ block, settled, maker: consent.maker, taker: taker.clientId })
    return { outcome: 'DONE', value: settled }
  }

  const venue: Venue = {
    code: 'DBT',
    instruments: () => Promise.resolve([]),
    connect: () => Promise.resolve(),
    health: () => ({ state: 'CONNECTED', lastMessageAt: now() }),
    checkAccount: ({ clientId }) => Promise.resolve({ outcome: 'DONE', value: checkOf(clientId) }),
    readHoldings: async ({ clientId }) =>
      answer(await next('HOLDINGS'), () => ({ outcome: 'DONE', value: holdingsOf(executed, clientId, now()) })),
    readBlocks: async ({ clientId }, from, to) =>
      answer(await next('BLOCKS'), () => ({ outcome: 'DONE', value: blocksOf(executed, clientId, from, to) })),
    verifyBlock: async (block, { maker }) =>
      answer<Verification>(await next('VERIFY'), () => {
        const signature = `signed ${block.nonce}`
        verified.set(signature, { maker: maker.clientId, terms: termsOf(block) })
        return { outcome: 'DONE', value: { signature, expiresAt: block.at + WINDOW_MS } }
      }),
    executeBlock: async (block, { signature }, { taker }) => answer(await next('EXECUTE'), () => settle(block, signature, taker)),
    findBlock: async (block) =>
      answer(await next('FIND'), () => {
        const found = executed.find((one) => one.block.nonce === block.nonce)
        return { outcome: 'DONE', value: found?.settled ?? (now() > block.at + WINDOW_MS ? 'NEVER_HAPPENED' : 'NOT_SO_FAR') }
      }),
    close: () => Promise.resolve(),
  }
  return {
    venue,
    executed: executed as readonly (typeof executed)[number][],
    calls: calls as readonly Call[],
    goWrong: (call: Step, wrong: Wrong) => void wrongs.push({ call, wrong }),
    /** Removes the faults that are still planned for such a call. */
    goRight: (call: Step) => void wrongs.splice(0, Infinity, ...wrongs.filter((one) => one.call !== call)),
    release: () => hanging.splice(0).forEach((resolve) => resolve()),
  }
}

const isReading = (call: Step): call is Reading => call === 'HOLDINGS' || call === 'BLOCKS'

const termsOf = (block: Block): string => JSON.stringify(block)
