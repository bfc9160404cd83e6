/** The refusals of an order by protections, stops, pre-trade limits and a paused venue, in every flow. */
export const guardRefusals = [
  'ProtectionActive',
  'TradingIsStopped',
  'NotionalAboveLimit',
  'ApprovalRequired',
  'PriceFarFromMark',
  'VenuePaused',
  'QuoteTooWide',
  'TooManyQuotesPerTrade',
] as const
