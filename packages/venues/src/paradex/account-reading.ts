/** Reads an account: orders, positions, balances, fills and funding payments. Histories are the newest part if there is too much. */
import type { PerpetualsAccount, Reader } from '../port/perpetuals-port.ts'
import type { VenueAnswer, VenueCredentials } from '../port/venue-answers.ts'
import { balancesOf, marginFromWire, paymentFromWire, positionFromWire, tokenBalanceFromWire, transferFromWire } from './account-wire.ts'
import { failureFromWire, unknown } from './answers.ts'
import type { Api, Waited } from './api.ts'
import { type NewestRows, oldestFirst, readList, readNewest, readPages, type Ask } from './lists.ts'
import { fillFromWire, orderFromWire } from './order-wire.ts'

/** An account, and the API that is called with its key. */
export type AccountCaller = { readonly api: Api; readonly credentials: VenueCredentials }

type Reading = Pick<
  PerpetualsAccount,
  'openOrders' | 'orderHistory' | 'positions' | 'balances' | 'margin' | 'fills' | 'fundingPayments' | 'transfers' | 'results'
>

/** Without a named reason it is a read for a screen or a program, which waits for everything else. */
export const waitedBy = ({ before, signal }: Reader = {}): Waited => ({ urgency: before ?? 'READ', signal })

export function createReading({
  api,
  credentials,
}: {
  readonly api: Pick<Api, 'callAs'>
  readonly credentials: VenueCredentials
}): Reading {
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
      const read = await readPages(asking('/orders-history', reader), within(from, to), orderFromWire, 'NEWEST_PART')
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
    fills: async (from, to, reader) =>
      oldestFirst(await readPages(asking('/fills', reader), within(from, to), fillFromWire, 'NEWEST_PART')),
    fundingPayments: async (from, to, reader) =>
      oldestFirst(await readPages(asking('/funding/payments', reader), within(from, to), paymentFromWire, 'NEWEST_PART')),
    transfers: async (from, to, reader) =>
      oldestFirst(await readPages(asking('/transfers', reader), within(from, to), transferFromWire, 'NEWEST_PART')),
    results: async (from, to, reader) => {
      const [fills, payments] = await Promise.all([
        readNewest(asking('/fills', reader), within(from, to), fillFromWire),
        readNewest(asking('/funding/payments', reader), within(from, to), paymentFromWire),
      ])
      if (fills.outcome !== 'DONE') return fills
      if (payments.outcome !== 'DONE') return payments
      const since = Math.max(knownSince(fills.value, from), knownSince(payments.value, from))
      const earlier = await lastBefore(since, (path) => asking(path, reader))
      if (earlier.outcome !== 'DONE') return earlier
      return {
        outcome: 'DONE',
        value: {
          fills: fills.value.rows.filter(({ at }) => at >= since),
          payments: payments.value.rows.filter(({ at }) => at >= since),
          ...{ since, earlier: earlier.value },
        },
      }
    },
  }
}

/** The rows are complete from this time on. Others of the oldest millisecond may be on the page that was not read. */
const knownSince = ({ rows, isWhole }: NewestRows<{ readonly at: number }>, from: number): number =>
  isWhole ? from : Math.max(from, Math.min(...rows.map(({ at }) => at)) + 1)

/** The time of the last fill or funding payment before a time. */
async function lastBefore(at: number, asking: (path: string) => Ask): Promise<VenueAnswer<number | undefined>> {
  if (at <= 0) return { outcome: 'DONE', value: undefined }
  // The venue sends the newest row first.
  const newest = { end_at: String(at - 1), page_size: '1' }
  const [fills, payments] = await Promise.all([
    readList(asking('/fills'), newest, fillFromWire),
    readList(asking('/funding/payments'), newest, paymentFromWire),
  ])
  if (fills.outcome !== 'DONE') return fills
  if (payments.outcome !== 'DONE') return payments
  const times = [...fills.value, ...payments.value].map((row) => row.at)
  return { outcome: 'DONE', value: times.length === 0 ? undefined : Math.max(...times) }
}
