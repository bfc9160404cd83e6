/** Reads an account: orders, positions, balances, fills and funding payments. Each list is complete or fails. */
import type { PerpetualsAccount } from '../port/perpetuals-port.ts'
import type { VenueCredentials } from '../port/venue-answers.ts'
import { balancesOf, marginFromWire, paymentFromWire, positionFromWire, tokenBalanceFromWire } from './account-wire.ts'
import { failureFromWire, unknown } from './answers.ts'
import type { Api } from './api.ts'
import { oldestFirst, readList, readPages, type Ask } from './lists.ts'
import { fillFromWire, orderFromWire } from './order-wire.ts'

/** An account, and the API that is called with its key. */
export type AccountCaller = { readonly api: Api; readonly credentials: VenueCredentials }

type Reading = Pick<PerpetualsAccount, 'openOrders' | 'orderHistory' | 'positions' | 'balances' | 'margin' | 'fills' | 'fundingPayments'>

export function createReading({ api, credentials }: AccountCaller): Reading {
  const asking =
    (path: string): Ask =>
    (query) =>
      api.callAs(credentials, { method: 'GET', path, query })
  const within = (from: number, to: number) => ({ start_at: String(from), end_at: String(to) })
  const readMargin = async () => {
    const answer = await asking('/account')({})
    if (answer.kind !== 'RESULT') return failureFromWire(answer)
    return marginFromWire(answer.result) ?? unknown('the venue sent account details in an unknown format')
  }
  return {
    openOrders: () => readList(asking('/orders'), {}, orderFromWire),
    orderHistory: async (from, to) => {
      const read = await readPages(asking('/orders-history'), within(from, to), orderFromWire)
      return read.outcome === 'DONE'
        ? { outcome: 'DONE', value: read.value.toSorted((one, other) => one.createdAt - other.createdAt) }
        : read
    },
    positions: async () => {
      const read = await readList(asking('/positions'), {}, positionFromWire)
      return read.outcome === 'DONE' ? { outcome: 'DONE', value: read.value.filter(({ quantity }) => quantity !== 0) } : read
    },
    balances: async () => {
      const tokens = await readList(asking('/balance'), {}, tokenBalanceFromWire)
      if (tokens.outcome !== 'DONE') return tokens
      const margin = await readMargin()
      return 'outcome' in margin ? margin : { outcome: 'DONE', value: balancesOf(tokens.value, margin) }
    },
    margin: async () => {
      const margin = await readMargin()
      return 'outcome' in margin ? margin : { outcome: 'DONE', value: margin }
    },
    fills: async (from, to) => oldestFirst(await readPages(asking('/fills'), within(from, to), fillFromWire)),
    fundingPayments: async (from, to) => oldestFirst(await readPages(asking('/funding/payments'), within(from, to), paymentFromWire)),
  }
}
