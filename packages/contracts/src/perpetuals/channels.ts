/** The channels of perpetuals, which are available on every socket. */
import { PerpetualAccountChange, PerpetualBookChange, PerpetualMarkets, PerpetualTrades } from './entities.ts'

export const perpetualChannels = {
  perpetual_markets: {
    summary: 'The perpetuals with their prices and funding: all on subscribing, then those that changed, at most once a second.',
    data: PerpetualMarkets,
    also: [],
  },
  'perpetual_book.{market}': {
    summary: 'The order book of a perpetual: the whole book on subscribing, then the levels that changed.',
    data: PerpetualBookChange,
    also: [],
  },
  'perpetual_trades.{market}': {
    summary: 'Trades of a perpetual: the last hundred on subscribing, then each new one.',
    data: PerpetualTrades,
    also: [],
  },
  perpetual_account: {
    summary:
      "Your desk's account at the perpetuals venue: the whole state on subscribing, then changes. It is sent as a whole again after the connection to the venue was lost. Ending a subscription never cancels orders.",
    data: PerpetualAccountChange,
    also: [],
  },
} as const
