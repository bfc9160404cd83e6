/** How an order is refused by protections, stops and pre-trade limits, and by a venue that pauses, whatever the flow. */
export const guardRefusals = [
  'ProtectionActive',
  'TradingIsStopped',
  'NotionalAboveLimit',
  'PriceFarFromMark',
  'VenuePaused',
  'QuoteTooWide',
  'TooManyQuotesPerTrade',
] as const
