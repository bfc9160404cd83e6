/** All limits and timeouts of the live part, by name. */
export const limits = {
  tapeRows: 1_000,
  historyRows: 5_000,
  pageRows: 100,
  /** Pages of ended quotes: enough for a desk that replaces its quotes all day while an RFQ is open. */
  endedPages: 5,
  /** As many RFQs that ended while the connection was lost are read again. */
  endedRfqs: 25,
  /** As many of the desk's trades as the server sends initially. */
  snapshotTrades: { DIRECT: 100, ORDER_BOOK: 500 },
  /** Rulebook 8.9. */
  recentlyClosedMs: 30_000,
  staleMs: 5_000,
  /** The pause before lists that could not be read are read again. */
  readAgainMs: 5_000,
  /** While the server is connected, a heartbeat returns at least this often. */
  heartbeatMs: 500,
  silenceSampleMs: 250,
  /** Prices older than this are shown as ageing. Prices older than `oldMs` need confirmation before anything is sent. */
  ageingMs: 1_500,
  oldMs: 3_000,
  /** The market may decide an order this long after the click, and refuses it later. */
  orderWithinMs: 3_000,
  /** An order without a response is shown with its age after this time. */
  unansweredMs: 1_000,
  /** How often that age is updated. */
  unansweredEveryMs: 500,
  /** A frame that the browser does not render, because the page is hidden, is applied after this time. */
  hiddenFrameMs: 250,
  sweepMs: 1_000,
  flagsEveryMs: 300_000,
  preferencesAfterMs: 500,
  analyticsAfterMs: 500,
  takerHistoryEveryMs: 60_000,
  /** While the order history is open. */
  refusalsEveryMs: 3_000,
  /** How often a call is sent without a response, each time with the full timeout. */
  tries: 4,
  desktopCharacters: 195,
  /** How long a proof of identity is valid, as on the server. */
  proofMs: 600_000,
  /** How long sign-out waits for earlier calls. */
  leavingWaitsMs: 5_000,
  /** A shorter interruption is not shown. */
  blinkMs: 2_000,
  soundEveryMs: 1_000,
  protectionSoonMs: 400,
  /** As many as fit into the header. */
  indexPrices: 4,
  pinnedMs: 24 * 60 * 60 * 1_000,
} as const
