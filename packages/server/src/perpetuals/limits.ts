/** Limits and intervals of perpetuals in the server. */
export const perpetualLimits = {
  /** How often the prices of all markets are read while there are readers. */
  pricesEveryMs: 1_000,
  /** Prices that are no older than this are returned without a new read. */
  pricesLifeMs: 1_000,
  /** Books, trades, candles and funding rates that are no older than this are returned without a new read. */
  publicLifeMs: 1_000,
  /** How often the listing is read. */
  listingLifeMs: 60_000,
  /** Changes of an account within this time are published together. */
  coalesceMs: 50,
  /** How often positions are read again while there are readers: the venue sends no event if only its marks have moved. */
  holdingsEveryMs: 2_000,
  /** How long the events of an account are followed after the last reader has left: a reader that comes back at once costs no new read. */
  feedLifeMs: 5_000,
  /** The delay before a failed read of an account is repeated. */
  readAgainMs: 2_000,
  /** The longest period of a history that can be requested. */
  historyMs: 31 * 86_400_000,
  historyUnlessSaidMs: 86_400_000,
  candles: 1_000,
  /** Trades that a new subscriber to a market receives. */
  trades: 100,
  /** How often the exits of a desk are compared with its positions. A change is made if two checks in a row agree. */
  exitsEveryMs: 500,
  /** Exits can be placed before the order that opens their position. They are kept for this long while there is none. */
  exitsKeptMs: 15_000,
  /** A desk without exits is followed for this long after one was placed, because the order is reported later. */
  exitsExpectedMs: 60_000,
  /** How often an order with a lost response is looked up, and the interval between the attempts. */
  looks: 3,
  lookEveryMs: 500,
  /** The delay before a cancellation is tried again. It doubles each time. */
  cancelAgainMs: 250,
  cancelAgainMostMs: 10_000,
  /** How far back a start looks for unfinished requests, and for how many. */
  unfinishedMs: 7 * 86_400_000,
  unfinished: 1_000,
  /** A request sent this long ago has either arrived at the venue or never will. */
  arrivesWithinMs: 60_000,
  /** The maximum offset between the venue's clock and ours. */
  clocksApartMs: 5_000,
} as const
