/** Limits of the socket side that are not part of the public API. */
export const socketLimits = {
  sockets: 10_000,
  /** Lists that the sockets of one desk read at once, and that wait for it. */
  snapshotsAtOncePerDesk: 8,
  snapshotsWaitingPerDesk: 2_000,
  /** A heartbeat that follows the previous one sooner than this counts as a normal frame. */
  heartbeatFreeMs: 1_000,
  /** Lossless channels: a consumer with more unread bytes than this is too slow. */
  bufferedBytes: 1024 * 1024,
  /** Conflating channels wait until there are fewer unread bytes than this. */
  streamBufferedBytes: 64 * 1024,
  /** A round of writing that takes at least this long is followed by a pause of at most `restMs`. */
  longRoundMs: 1,
  restMs: 5,
  /** Notifications that arrive while a snapshot is being read. */
  heldDuringSnapshot: 10_000,
  /** A client that sends just often enough is not closed because of network latency. */
  heartbeatGraceMs: 500,
  /** How often silent sockets are looked for. Together with the grace period, none stays open a second too long. */
  silentSweepMs: 250,
  sweepMs: 1_000,
  /** The longest time for which a channel waits until its client pauses. */
  quietMostMs: 1_000,
  /** Frames that wait for the response to an earlier one. */
  framesWaiting: 1_000,
  /** The maximum length of the logged address of a rejected handshake. */
  loggedPathCharacters: 64,
  /** The maximum length of the sentence in the status line of a rejected handshake. */
  reasonCharacters: 400,
  /** A closed client that does not disconnect is cut off after this time. */
  closeMs: 3_000,
  /** A slow consumer has to read everything in flight before it reads the reason for the close. */
  slowCloseMs: 10_000,
} as const

/** Reasons for which the server closes a socket, as close code and reason. */
export const closings = {
  HeartbeatMissing: 4408,
  ConsumerTooSlow: 4413,
  KeyRevoked: 4401,
  /** The user's rights have changed. Connect again to get the new ones. */
  RoleChanged: 4403,
  /** Different venues are now offered to the desk (rulebook 3.23). Connect again to get them. */
  VenuesChanged: 4404,
  ServerStopping: 1001,
  /** Another process has the markets. Connect again to reach it. */
  TakenOver: 4409,
  /** The snapshot could not be read. Connect again. */
  SnapshotFailed: 1011,
} as const
export type Closing = keyof typeof closings
