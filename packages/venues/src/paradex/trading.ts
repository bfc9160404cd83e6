/** Trading of an account in the venue's order books: signed orders, cancellations, margin settings and the token. */
import type { AccountListener, OnDisconnect, PerpetualOrder, PerpetualsAccount } from '../port/perpetuals-port.ts'
import type { VenueAnswer } from '../port/venue-answers.ts'
import { createReading, waitedBy, type AccountCaller } from './account-reading.ts'
import { marginSettingFromWire } from './account-wire.ts'
import { failureFromWire, refused, unknown, type ApiAnswer } from './answers.ts'
import type { PacedCall, Waited } from './api.ts'
import { readList } from './lists.ts'
import { faultOf, faultOfTerms, modificationToWire, orderFromWire, orderToWire, signedOrder } from './order-wire.ts'
import { parseFelt } from './stark/felts.ts'
import { modifiedOrderHash, orderHash } from './stark/messages.ts'

type Watching = (listener: AccountListener, onDisconnect: OnDisconnect) => () => void

export function createTrading(caller: AccountCaller, watch: Watching): PerpetualsAccount {
  return { ...createOrders(caller), ...createReading(caller), watch }
}

type Orders = Pick<PerpetualsAccount, 'place' | 'amend' | 'cancel' | 'cancelAll' | 'findOrder' | 'setMargin' | 'marginSetting' | 'token'>

function createOrders({ api, credentials }: AccountCaller): Orders {
  const call = (request: PacedCall): Promise<ApiAnswer> => api.callAs(credentials, request)
  return {
    place: async (order, signal) => {
      const fault = faultOf(order)
      if (fault !== undefined) return refused(fault, 'ORDER')
      const signed = await api.sign(credentials, (signer, timestamp) => orderHash(signedOrder(order, timestamp), signer))
      if ('kind' in signed) return failureFromWire(signed)
      return orderOf(await call({ method: 'POST', path: '/orders', body: orderToWire(order, signed), asking: { ...ORDER, signal } }))
    },
    amend: async (order, terms) => {
      const { id, market, side, kind } = order
      const fault = faultOfTerms({ kind, ...terms })
      if (fault !== undefined) return refused(fault, 'ORDER')
      if (parseFelt(id) === undefined) return refused('Paradex has no order with this id.', 'ORDER_ID_NOT_FOUND')
      const amended = { id, market, side, kind, ...terms }
      const signed = await api.sign(credentials, (signer, timestamp) =>
        modifiedOrderHash({ ...signedOrder(amended, timestamp), id }, signer),
      )
      if ('kind' in signed) return failureFromWire(signed)
      const body = modificationToWire(amended, signed)
      return orderOf(await call({ method: 'PUT', path: `/orders/${encodeURIComponent(id)}`, body, asking: ORDER }))
    },
    cancel: async (orderId) => asked(await call({ method: 'DELETE', path: `/orders/${encodeURIComponent(orderId)}`, asking: CANCEL })),
    cancelAll: async (market) =>
      asked(await call({ method: 'DELETE', path: '/orders', ...(market === undefined ? {} : { query: { market } }), asking: CANCEL })),
    findOrder: async (clientId) => {
      const answer = await call({ method: 'GET', path: `/orders/by_client_id/${encodeURIComponent(clientId)}` })
      if (answer.kind === 'ERROR' && NO_ORDER.has(answer.code)) return findEnded(call, clientId)
      return orderOf(answer)
    },
    marginSetting: async (market, reader) => {
      const answer = await call({ method: 'GET', path: '/account/margin', query: { market }, asking: waitedBy(reader) })
      return settingOf(answer, market)
    },
    setMargin: async ({ market, mode, leverage }) => {
      if (!Number.isSafeInteger(leverage) || leverage < 1) return refused('Leverage must be a whole number of at least 1.', 'LEVERAGE')
      const body = { leverage, margin_type: mode }
      return settingOf(await call({ method: 'POST', path: `/account/margin/${encodeURIComponent(market)}`, body, asking: ORDER }), market)
    },
    token: async () => {
      const token = await api.tokens.of(credentials)
      return 'kind' in token ? failureFromWire(token) : { outcome: 'DONE', value: token }
    },
  }
}

const ORDER: Waited = { urgency: 'ORDER' }
const CANCEL: Waited = { urgency: 'CANCEL' }

const NO_ORDER: ReadonlySet<string> = new Set(['CLIENT_ORDER_ID_NOT_FOUND', 'ORDER_ID_NOT_FOUND', 'NOT_FOUND'])

/** Orders that have ended are only in the order history. */
async function findEnded(
  call: (request: PacedCall) => Promise<ApiAnswer>,
  clientId: string,
): Promise<VenueAnswer<PerpetualOrder | undefined>> {
  const found = await readList((query) => call({ method: 'GET', path: '/orders-history', query }), { client_id: clientId }, orderFromWire)
  return found.outcome === 'DONE' ? { outcome: 'DONE', value: found.value[0] } : found
}

function orderOf(answer: ApiAnswer): VenueAnswer<PerpetualOrder> {
  if (answer.kind !== 'RESULT') return failureFromWire(answer)
  const order = orderFromWire(answer.result)
  return order === undefined ? unknown('the venue sent the order in an unknown format') : { outcome: 'DONE', value: order }
}

const asked = (answer: ApiAnswer): VenueAnswer<'ASKED'> =>
  answer.kind === 'RESULT' ? { outcome: 'DONE', value: 'ASKED' } : failureFromWire(answer)

function settingOf(answer: ApiAnswer, market: string): Awaited<ReturnType<PerpetualsAccount['marginSetting']>> {
  if (answer.kind !== 'RESULT') return failureFromWire(answer)
  const setting = marginSettingFromWire(answer.result, market)
  return setting === undefined ? unknown('the venue sent the margin in an unknown format') : { outcome: 'DONE', value: setting }
}
