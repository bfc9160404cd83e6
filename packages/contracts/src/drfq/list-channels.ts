import { ListPlace, NetPrice } from './list-entities.ts'

export const listChannels = {
  list_lines: {
    summary:
      'The lines of lists that your desk can see, with the id of their RFQ: ADDED when the list is sent, REMOVED when the line closes.',
    data: ListPlace,
    also: [],
  },
  net_prices: {
    summary: 'Net prices for whole lists: for the taker those of every maker, for a maker its own. ADDED when sent, REMOVED when it ends.',
    data: NetPrice,
    also: [],
  },
} as const
