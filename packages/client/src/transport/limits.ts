/** Every period, size and number of tries of the SDK, by name. */
export const limits = {
  requestTimeoutMs: 5_000,
  signInTimeoutMs: 60_000,
  pages: 10_000,
  /** Calls that wait for their turn; who asks for more is refused by the client. */
  callsWaiting: 10_000,
  /** Two calls may come nearer to each other on their way: a window is waited for by so much more than the rate says. */
  paceSlackMs: 50,
  /** A call that was refused with Retry-After is sent again at most so often, and not where it would wait for longer than this. */
  retries: 5,
  retryWithinMs: 30_000,
  /** How often a book that does not agree with the server is read again before it is repaired. */
  verifyReads: 5,
  verifyPauseMs: 200,
  /** A spread's book that could not be read is read again after this. */
  spreadBookAgainMs: 1_000,
  heartbeatMs: 5_000,
  heartbeatTimeoutMs: 5_000,
  connectTimeoutMs: 10_000,
  reconnectFirstMs: 250,
  reconnectFactor: 2,
  reconnectLongestMs: 15_000,
  /** A socket without a token waits so long for one, and looks so often. */
  tokenWaitMs: 5_000,
  tokenLookMs: 250,
  /** Ids of requests are 31 bits wide, as published; after the last comes the first again. */
  requestIdMost: 2_147_483_647,
  subscribeTimeoutMs: 12_000,
  /** After the first attempt. */
  subscribeRetries: 5,
  subscribeFirstMs: 100,
  subscribeFactor: 3.863,
  /** The Date header counts whole seconds: a smaller difference says nothing. */
  skewNoticedMs: 1_500,
  /** Times of signatures run ahead of the clock where more than one is made in a millisecond; by more than this, the clock was set back. */
  aheadMs: 5_000,
} as const
