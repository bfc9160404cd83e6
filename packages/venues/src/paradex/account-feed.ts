/** The events of an account, over its own socket: the venue cancels an account's orders when the socket that requested it closes. */
import type { AccountListener, OnDisconnect } from '../port/perpetuals-port.ts'
import type { VenueCredentials } from '../port/venue-answers.ts'
import { marginFromWire, paymentFromWire, positionFromWire } from './account-wire.ts'
import type { Api } from './api.ts'
import { createSocketConnection, type SocketConnectionOptions } from './socket-connection.ts'
import { fillFromWire, orderFromWire } from './order-wire.ts'
import type { VenueSocket } from './socket.ts'

const CHANNELS = ['orders.ALL', 'fills.ALL', 'positions', 'funding_payments.ALL', 'account'] as const

export type AccountWatch = {
  readonly api: Api
  readonly credentials: VenueCredentials
  readonly listener: AccountListener
  readonly onDisconnect: OnDisconnect
}

export function watchAccount(options: SocketConnectionOptions, watch: AccountWatch): () => void {
  const { listener } = watch
  const connection = createSocketConnection(options, {
    prepare: (socket) => prepare(socket, watch),
    onEvent: (channel, data) => receive(channel, data, listener),
    onHealth: ({ state }) => listener.onLine(state),
  })
  void connection.open()
  return () => connection.close()
}

async function prepare(socket: VenueSocket, { api, credentials, onDisconnect }: AccountWatch): Promise<void> {
  const token = await api.tokens.of(credentials)
  if ('kind' in token) throw new Error(token.kind === 'ERROR' ? token.message : token.reason)
  await socket.request('auth', { bearer: token.token }).catch((error: unknown) => {
    api.tokens.drop(credentials, token.token)
    throw error
  })
  // This is requested first, so that no order depends on a connection without it.
  await socket.request('order.cancel_on_disconnect', { enabled: onDisconnect === 'CANCEL_ORDERS' })
  await Promise.all(CHANNELS.map((channel) => socket.request('subscribe', { channel })))
}

function receive(channel: string, data: unknown, listener: AccountListener): void {
  const pass = <Value>(value: Value | undefined, to: (value: Value) => void): void => {
    if (value !== undefined) to(value)
  }
  switch (channel.split('.')[0]) {
    case 'orders':
      return pass(orderFromWire(data), (order) => listener.onOrder(order))
    case 'fills':
      return pass(fillFromWire(data), (fill) => listener.onFill(fill))
    case 'positions':
      return pass(positionFromWire(data), (position) => listener.onPosition(position))
    case 'funding_payments':
      return pass(paymentFromWire(data), (payment) => listener.onFundingPayment(payment))
    case 'account':
      return pass(marginFromWire(data), (summary) => listener.onMargin(summary))
  }
}
