/** Every period, size and number of attempts of the SDK, by name. */
export const limits = {
  requestTimeoutMs: 5_000,
  slowTimeoutMs: 60_000,
  pages: 10_000,
  /** The number of calls that can wait for their turn. Further calls are refused by the client. */
  callsWaiting: 10_000,
  /** Two calls may arrive closer together than they were sent, so windows are longer by this. */
  paceSlackMs: 50,
  /** How often a call that was refused with Retry-After is sent again, and the longest wait for which it is. */
  retries: 5,
  retryWithinMs: 30_000,
  /** How often a book that does not agree with the server is compared again before it is repaired. */
  verifyReads: 5,
  verifyPauseMs: 200,
  /** The wait before a spread's book that could not be read is read again. */
  spreadBookAgainMs: 1_000,
  /** The wait before lists that could not be read are read again. */
  listsAgainMs: 5_000,
  heartbeatMs: 5_000,
  heartbeatTimeoutMs: 5_000,
  connectTimeoutMs: 10_000,
  reconnectFirstMs: 250,
  reconnectFactor: 2,
  reconnectLongestMs: 15_000,
  /** How long a socket without a token waits for one, and how often it checks. */
  tokenWaitMs: 5_000,
  tokenLookMs: 250,
  /** Request ids are 31 bits wide, as published. After the last one they restart. */
  requestIdMost: 2_147_483_647,
  subscribeTimeoutMs: 12_000,
  /** The number of retries after the first attempt. */
  subscribeRetries: 5,
  subscribeFirstMs: 100,
  subscribeFactor: 3.863,
  /** The Date header has whole seconds. */
  dateStepMs: 1_000,
  /** A correction by less than this does not make a refused call worth sending again. */
  skewNoticedMs: 1_500,
  /** Signature times run ahead of the clock if several are made in one millisecond. If they are ahead by more than this, the clock was set back. */
  aheadMs: 5_000,
} as const
