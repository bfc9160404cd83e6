/** How busy the market is: rates and odds, nothing else. */
export type ScenarioName = 'calm' | 'busy' | 'still'

export type Scenario = {
  /** RFQs that each taker sends as soon as the market is open, so that a newcomer sees life at once. */
  readonly burst: number
  /** The mean time between two RFQs of one taker. */
  readonly askEveryMs: number
  /** How often takers look at their books, and makers at their quotes. */
  readonly takerRoundMs: number
  readonly makerRoundMs: number
  /** How long a taker waits before it trades or gives up: between the two. */
  readonly patienceLeastMs: number
  readonly patienceMostMs: number
  /** The part of RFQs that is meant to trade; the others only look. */
  readonly intent: number
  /** The part of another simulated desk's RFQs that a maker quotes. A newcomer's it always quotes. */
  readonly interest: number
  /** The part of those it will not quote that it declines; the others it leaves unanswered. */
  readonly declines: number
  /** How often a maker looks at its quotes in the order book. */
  readonly bookRoundMs: number
  /** The part of order-book markets that a maker quotes in. */
  readonly bookInterest: number
  /** The mean time between two looks of one taker at the order book. */
  readonly takeEveryMs: number
  /** The part of listed spreads that a maker quotes in; nobody trades in them where it is 0. */
  readonly spreadInterest: number
  /** How often a maker looks at its orders in listed spreads. */
  readonly spreadRoundMs: number
  /** The mean time between two looks of one taker at listed spreads. */
  readonly spreadTakeEveryMs: number
  /** How often the venues publish what has changed, their indices at least. */
  readonly venueTickMs: number
  /** How often their prices move: a multiple of that. */
  readonly venueMovesMs: number
}

const DAY_MS = 86_400_000

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  calm: {
    burst: 3,
    askEveryMs: 30_000,
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
    spreadRoundMs: 30_000,
    spreadTakeEveryMs: 40_000,
    venueTickMs: 2_000,
    venueMovesMs: 2_000,
  },
  busy: {
    burst: 8,
    askEveryMs: 5_000,
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
  /** For who wants the floor to himself: the desks are there, answer a newcomer who asks them, and leave the order book and listed spreads alone. */
  still: {
    burst: 0,
    askEveryMs: DAY_MS,
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
