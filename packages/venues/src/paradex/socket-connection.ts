/** A socket to Paradex that reconnects after each loss. */
import { Connection, type ConnectionOptions } from '../adapter/connection.ts'
import type { VenueLog } from '../adapter/venue-log.ts'
import { openSocket, type SocketListener, type SocketOptions, type VenueSocket } from './socket.ts'

export type SocketConnectionOptions = SocketOptions & { readonly random: () => number; readonly log: VenueLog }
export type SocketConnection = Connection<VenueSocket>

type SocketConnectionListener = Pick<ConnectionOptions<VenueSocket>, 'prepare' | 'onHealth'> & Pick<SocketListener, 'onEvent'>

export const createSocketConnection = (
  options: SocketConnectionOptions,
  { onEvent, ...listener }: SocketConnectionListener,
): SocketConnection =>
  new Connection<VenueSocket>({ ...options, ...listener, open: (events) => openSocket(options, { ...events, onEvent }) })
