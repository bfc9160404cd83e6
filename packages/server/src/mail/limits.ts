/** Maxima and patience of mail. */
const second = 1000
const minute = 60 * second
const hour = 60 * minute

export const mailLimits = {
  /** Emails taken in one go, and how many of them are on their way at once. */
  batch: 20,
  inFlight: 4,
  /** An email that a server has taken without finishing it for this long is taken by another. */
  leaseMs: 5 * minute,
  /** One delivery takes no longer, whatever the mail server does; well below the lease, or an email would leave twice. */
  deliveryMs: 2 * minute,
  connectMs: 15 * second,
  greetingMs: 15 * second,
  silenceMs: 30 * second,
  /** Between attempts: the first wait, three times as long after each, and never longer than the last; about a day in all. */
  firstRetryMs: 10 * second,
  retryGrowth: 3,
  longestRetryMs: 4 * hour,
  attempts: 13,
  /** The table is read this often even without a notification. */
  lookMs: 30 * second,
  /** A stop waits this long for emails on their way. */
  drainMs: 10 * second,
  /** The row of a sent email is kept this long; its content is deleted when it is sent. */
  rememberedMs: 90 * 24 * hour,
  errorCharacters: 300,
  /** Emails that the demo's mailbox shows. */
  mailbox: 200,
} as const
