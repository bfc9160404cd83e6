/** Reads an account: orders, positions, balances, fills and funding payments. Each list is complete or fails. */
import type { PerpetualsAccount, Reader } from '../port/perpetuals-port.ts'
import type { VenueCredentials } from '../port/venue-answers.ts'
import { balancesOf, marginFromWire, paymentFromWire, positionFromWire, tokenBalanceFromWire } from './account-wire.ts'
import { failureFromWire, unknown } from './answers.ts'
import type { Api, Waited } from './api.ts'
import { oldestFirst, readList, readPages, type Ask } from './lists.ts'
import { fillFromWire, orderFromWire } from './order-wire.ts'

/** An account, and the API that is called with its key. */
export type AccountCaller = { readonly api: Api; readonly credentials: VenueCredentials }

type Reading = Pick<
  PerpetualsAccount,
  'openOrders' | 'orderHistory' | 'positions' | 'balances' | 'margin' | 'fills' | 'fundingPayments' | 'lastResultBefore'
>

/** Without a named reason it is a read for a screen or a program, which waits for everything else. */
export const waitedBy = ({ before, signal }: Reader = {}): Waited => ({ urgency: before ?? 'READ', signal })

export function createReading({ api, credentials }: AccountCaller): Reading {
  const asking =
    (path: string, reader?: Reader): Ask =>
    (query) =>
      api.callAs(credentials, { method: 'GET', path, query, asking: waitedBy(reader) })
  const within = (from: number, to: number) => ({ start_at: String(from), end_at: String(to) })
  const readMargin = async (reader?: Reader) => {
    const answer = await asking('/account', reader)({})
    if (answer.kind !== 'RESULT') return failureFromWire(answer)
    return marginFromWire(answer.result) ?? unknown('the venue sent account details in an unknown format')
  }
  return {
    openOrders: (reader) => readList(asking('/orders', reader), {}, orderFromWire),
    orderHistory: async (from, to, reader) => {
      const read = await readPages(asking('/orders-history', reader), within(from, to), orderFromWire)
      return read.outcome === 'DONE'
        ? { outcome: 'DONE', value: read.value.toSorted((one, other) => one.createdAt - other.createdAt) }
        : read
    },
    positions: async (reader) => {
      const read = await readList(asking('/positions', reader), {}, positionFromWire)
      return read.outcome === 'DONE' ? { outcome: 'DONE', value: read.value.filter(({ quantity }) => quantity !== 0) } : read
    },
    balances: async () => {
      const tokens = await readList(asking('/balance'), {}, tokenBalanceFromWire)
      if (tokens.outcome !== 'DONE') return tokens
      const margin = await readMargin()
      return 'outcome' in margin ? margin : { outcome: 'DONE', value: balancesOf(tokens.value, margin) }
    },
    margin: async (reader) => {
      const margin = await readMargin(reader)
      return 'outcome' in margin ? margin : { outcome: 'DONE', value: margin }
    },
    fills: async (from, to, reader) => oldestFirst(await readPages(asking('/fills', reader), within(from, to), fillFromWire)),
    fundingPayments: async (from, to, reader) =>
      oldestFirst(await readPages(asking('/funding/payments', reader), within(from, to), paymentFromWire)),
    lastResultBefore: async (at, reader) => {
      if (at <= 0) return { outcome: 'DONE', value: undefined }
      // The venue sends the newest row first.
      const newest = { end_at: String(at - 1), page_size: '1' }
      const [fills, payments] = await Promise.all([
        readList(asking('/fills', reader), newest, fillFromWire),
        readList(asking('/funding/payments', reader), newest, paymentFromWire),
      ])
      if (fills.outcome !== 'DONE') return fills
      if (payments.outcome !== 'DONE') return payments
      const times = [...fills.value, ...payments.value].map((row) => row.at)
      return { outcome: 'DONE', value: times.length === 0 ? undefined : Math.max(...times) }
    },
  }
}
