/** Named figures of perpetuals in the server. */
export const perpetualLimits = {
  /** How often the prices of all markets are read while somebody looks. */
  pricesEveryMs: 1_000,
  /** Prices this young are answered as they are. */
  pricesLifeMs: 1_000,
  /** How often the listing is read. */
  listingLifeMs: 60_000,
  /** Changes of an account within this time are published at once. */
  coalesceMs: 50,
  /** How often what is held is read again while somebody looks: the venue says nothing where only its marks have moved. */
  holdingsEveryMs: 2_000,
  /** How long after a failed reading of an account it is read again. */
  readAgainMs: 2_000,
  /** Days that a history is asked for at most. */
  historyMs: 31 * 86_400_000,
  historyUnlessSaidMs: 86_400_000,
  candles: 1_000,
  /** Trades that a newcomer to a market reads. */
  trades: 100,
  /** How often an order whose answer was lost is looked for, and how long apart. */
  looks: 3,
  lookEveryMs: 500,
  /** How long what has to be cancelled is asked for again, and doubled each time. */
  cancelAgainMs: 250,
  cancelAgainMostMs: 10_000,
  /** How far back a start looks for what a server left unfinished, and for how many. */
  unfinishedMs: 7 * 86_400_000,
  unfinished: 1_000,
  /** A request that left this long ago has arrived at the venue by now, or never will. */
  arrivesWithinMs: 60_000,
  /** How far the venue's clock may be from ours. */
  clocksApartMs: 5_000,
} as const
