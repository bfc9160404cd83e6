/** Every maximum and time of the live part, by name. */
export const limits = {
  tapeRows: 1_000,
  historyRows: 5_000,
  pageRows: 100,
  /** Of quotes that ended: as many as a desk that replaces its quotes all day makes while a request is open. */
  endedPages: 5,
  /** As many of the desk's trades as the server sends first. */
  snapshotTrades: { DIRECT: 100, ORDER_BOOK: 500 },
  /** Rulebook 8.9. */
  recentlyClosedMs: 30_000,
  staleMs: 5_000,
  /** A heartbeat comes back at least this often while the server is there. */
  heartbeatMs: 500,
  silenceSampleMs: 250,
  /** Prices older than this are shown as ageing; those older than `oldMs` are asked about before anything is sent. */
  ageingMs: 1_500,
  oldMs: 3_000,
  /** A frame that the browser does not draw, because the page is hidden, is applied after this. */
  hiddenFrameMs: 250,
  sweepMs: 1_000,
  flagsEveryMs: 300_000,
  preferencesAfterMs: 500,
  analyticsAfterMs: 500,
  takerHistoryEveryMs: 60_000,
  /** While the history of orders is open. */
  refusalsEveryMs: 3_000,
  /** How often a call is sent while no answer comes, each time waiting for as long as any call does. */
  tries: 4,
  desktopCharacters: 195,
  /** Somebody who signs out waits so long for the answers to earlier calls. */
  /** A proof of who somebody is counts so long, here as at the server. */
  proofMs: 600_000,
  leavingWaitsMs: 5_000,
  /** A shorter break is not worth a word. */
  blinkMs: 2_000,
  soundEveryMs: 1_000,
  protectionSoonMs: 400,
  /** As many as the header has room for. */
  indexPrices: 4,
  pinnedMs: 24 * 60 * 60 * 1_000,
} as const
