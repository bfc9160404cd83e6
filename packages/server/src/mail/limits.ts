/** Limits and timeouts of mail. */
const second = 1000
const minute = 60 * second
const hour = 60 * minute

export const mailLimits = {
  /** The number of emails taken at once, and of those in flight at once. */
  batch: 20,
  inFlight: 4,
  /** An email that a server has taken without finishing it for this long is taken by another. */
  leaseMs: 5 * minute,
  /**
   * The maximum duration of one delivery, whatever the mail server does. It is well below the lease, because otherwise an email could be sent twice.
   */
  deliveryMs: 2 * minute,
  connectMs: 15 * second,
  greetingMs: 15 * second,
  silenceMs: 30 * second,
  /** Delays between attempts: the first one, three times as long after each, and never longer than the last; about a day in total. */
  firstRetryMs: 10 * second,
  retryGrowth: 3,
  longestRetryMs: 4 * hour,
  attempts: 13,
  /** The table is read this often even without a notification. */
  lookMs: 30 * second,
  /** A stop waits this long for emails in flight. */
  drainMs: 10 * second,
  /** The row of a sent email is kept this long. Its content is deleted when it is sent. */
  rememberedMs: 90 * 24 * hour,
  errorCharacters: 300,
  /** The number of emails that the demo's inbox shows. */
  mailbox: 200,
} as const
