/** A socket to Paradex that reconnects after each loss. */
import { Connection, type ConnectionOptions } from '../adapter/connection.ts'
import type { VenueLog } from '../adapter/venue-log.ts'
import { openSocket, type SocketListener, type SocketOptions, type VenueSocket } from './socket.ts'

export type LineOptions = SocketOptions & { readonly random: () => number; readonly log: VenueLog }
export type Line = Connection<VenueSocket>

type LineListener = Pick<ConnectionOptions<VenueSocket>, 'prepare' | 'onHealth'> & Pick<SocketListener, 'onEvent'>

export const createLine = (options: LineOptions, { onEvent, ...listener }: LineListener): Line =>
  new Connection<VenueSocket>({ ...options, ...listener, open: (events) => openSocket(options, { ...events, onEvent }) })
