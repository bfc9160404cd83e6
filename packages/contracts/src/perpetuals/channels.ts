/** The channels of perpetuals, which every socket has. */
import { PerpetualAccountChange, PerpetualBookChange, PerpetualMarkets, PerpetualTrades } from './entities.ts'

export const perpetualChannels = {
  perpetual_markets: {
    summary: 'The perpetuals with their prices and funding: all at once, then those that changed, at most once a second.',
    data: PerpetualMarkets,
    also: [],
  },
  'perpetual_book.{market}': {
    summary: 'The order book of a perpetual: the whole at once, then the levels that changed.',
    data: PerpetualBookChange,
    also: [],
  },
  'perpetual_trades.{market}': { summary: 'Trades of a perpetual: the last hundred at once, then each.', data: PerpetualTrades, also: [] },
  perpetual_account: {
    summary:
      "Your desk's account at the venue of perpetuals: the whole at once, then what changed. Anew as a whole after the line to the venue was lost. Nobody's orders are cancelled when nobody is subscribed any more.",
    data: PerpetualAccountChange,
    also: [],
  },
} as const
