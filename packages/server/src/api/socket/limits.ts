/** Maxima of the socket side that are not part of the public API. */
export const socketLimits = {
  sockets: 10_000,
  /** Lists that the sockets of a desk read at once, and that wait for it. */
  snapshotsAtOncePerDesk: 8,
  snapshotsWaitingPerDesk: 2_000,
  /** A heartbeat that comes sooner after the one before is a frame like another. */
  heartbeatFreeMs: 1_000,
  /** Lossless channels: a consumer with more than this unread is too slow. */
  bufferedBytes: 1024 * 1024,
  /** Conflating channels wait until less than this is unread. */
  streamBufferedBytes: 64 * 1024,
  /** A round of writing that takes as long as this is followed by a rest, at most of `restMs`. */
  longRoundMs: 1,
  restMs: 5,
  /** Notifications that come while a snapshot is being read. */
  heldDuringSnapshot: 10_000,
  /** A client that sends just often enough is not closed because of the network's latency. */
  heartbeatGraceMs: 500,
  /** How often silent sockets are looked for: with the grace, none stays a second longer than it may. */
  silentSweepMs: 250,
  sweepMs: 1_000,
  /** The longest that a channel waits for its client to stop asking for more. */
  quietMostMs: 1_000,
  /** Frames that wait for an earlier one to be answered. */
  framesWaiting: 1_000,
  /** Of the address of a handshake that was turned away. */
  loggedPathCharacters: 64,
  /** A client that was closed and does not go is cut off. */
  closeMs: 3_000,
  /** A slow consumer has to read everything on its way before it reads why it was closed. */
  slowCloseMs: 10_000,
} as const

/** Why a socket is closed by the server, as close code and reason. */
export const closings = {
  HeartbeatMissing: 4408,
  ConsumerTooSlow: 4413,
  KeyRevoked: 4401,
  /** The person's rights have changed; connect again to read the new ones. */
  RoleChanged: 4403,
  /** The desk is offered other venues than before (rulebook 3.23); connect again to read of them. */
  VenuesChanged: 4404,
  ServerStopping: 1001,
  /** The snapshot could not be read; connect again. */
  SnapshotFailed: 1011,
} as const
export type Closing = keyof typeof closings
