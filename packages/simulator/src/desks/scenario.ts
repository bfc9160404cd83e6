/** How busy the market is: rates and probabilities, nothing else. */
export type ScenarioName = 'calm' | 'busy' | 'still'

export type Scenario = {
  /** RFQs that each taker sends as soon as the market is open, so that a new user sees activity immediately. */
  readonly burst: number
  /** The mean time between two RFQs of one taker. */
  readonly askEveryMs: number
  /** The mean time between two lists of one taker. */
  readonly listEveryMs: number
  /** How often takers check their books, and makers their quotes. */
  readonly takerRoundMs: number
  readonly makerRoundMs: number
  /** The shortest and longest time that a taker waits before it trades or gives up. */
  readonly patienceLeastMs: number
  readonly patienceMostMs: number
  /** The fraction of RFQs that are meant to trade; the others only ask for a price. */
  readonly intent: number
  /** The fraction of other simulated desks' RFQs that a maker quotes. It always quotes a user's RFQs. */
  readonly interest: number
  /** The fraction of the unquoted RFQs that it declines; it ignores the others. */
  readonly declines: number
  /** How often a maker checks its quotes in the order book. */
  readonly bookRoundMs: number
  /** The fraction of order-book markets that a maker quotes in. */
  readonly bookInterest: number
  /** The mean time between two checks of the order book by one taker. */
  readonly takeEveryMs: number
  /** The fraction of listed spreads that a maker quotes in. At 0, nothing trades in them. */
  readonly spreadInterest: number
  /** How often a maker checks its orders in listed spreads. */
  readonly spreadRoundMs: number
  /** The mean time between two checks of listed spreads by one taker. */
  readonly spreadTakeEveryMs: number
  /** How often the venues publish changes, at least of their indices. */
  readonly venueTickMs: number
  /** How often their prices move: a multiple of that. */
  readonly venueMovesMs: number
}

const DAY_MS = 86_400_000

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  calm: {
    burst: 3,
    askEveryMs: 30_000,
    listEveryMs: 480_000,
    takerRoundMs: 1_000,
    makerRoundMs: 5_000,
    patienceLeastMs: 6_000,
    patienceMostMs: 150_000,
    intent: 0.6,
    interest: 0.85,
    declines: 0.6,
    bookRoundMs: 12_000,
    bookInterest: 0.6,
    takeEveryMs: 25_000,
    spreadInterest: 0.3,
    spreadRoundMs: 45_000,
    spreadTakeEveryMs: 40_000,
    venueTickMs: 2_000,
    venueMovesMs: 2_000,
  },
  busy: {
    burst: 8,
    askEveryMs: 5_000,
    listEveryMs: 90_000,
    takerRoundMs: 250,
    makerRoundMs: 1_000,
    patienceLeastMs: 2_000,
    patienceMostMs: 60_000,
    intent: 0.75,
    interest: 0.95,
    declines: 0.6,
    bookRoundMs: 1_000,
    bookInterest: 0.9,
    takeEveryMs: 4_000,
    spreadInterest: 0.35,
    spreadRoundMs: 5_000,
    spreadTakeEveryMs: 6_000,
    venueTickMs: 1_000,
    venueMovesMs: 1_000,
  },
  /** For users who want the market to themselves: the desks are there and answer a user's RFQs, but leave the order book and listed spreads alone. */
  still: {
    burst: 0,
    askEveryMs: DAY_MS,
    listEveryMs: DAY_MS,
    takerRoundMs: 1_000,
    makerRoundMs: 5_000,
    patienceLeastMs: 6_000,
    patienceMostMs: 150_000,
    intent: 0,
    interest: 0,
    declines: 0,
    bookRoundMs: 12_000,
    bookInterest: 0,
    takeEveryMs: DAY_MS,
    spreadInterest: 0,
    spreadRoundMs: 20_000,
    spreadTakeEveryMs: DAY_MS,
    venueTickMs: 2_000,
    venueMovesMs: 6_000,
  },
}

/** `--speed 2` halves every wait. */
export function atSpeed(scenario: Scenario, speed: number): Scenario {
  return {
    ...scenario,
    askEveryMs: scenario.askEveryMs / speed,
    listEveryMs: scenario.listEveryMs / speed,
    takerRoundMs: scenario.takerRoundMs / speed,
    makerRoundMs: scenario.makerRoundMs / speed,
    bookRoundMs: scenario.bookRoundMs / speed,
    takeEveryMs: scenario.takeEveryMs / speed,
    spreadRoundMs: scenario.spreadRoundMs / speed,
    spreadTakeEveryMs: scenario.spreadTakeEveryMs / speed,
    patienceLeastMs: scenario.patienceLeastMs / speed,
    patienceMostMs: scenario.patienceMostMs / speed,
  }
}
