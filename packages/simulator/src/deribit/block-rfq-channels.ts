/** The channels of the Block RFQ. All but the public tape are for one account, so each connection is sent its own. */
import { currencyOf, type BlockRfq, type RfqQuote, type RfqTrade } from './block-rfq.ts'
import type { BlockRfqService } from './block-rfq-service.ts'
import { presentQuote, presentRfq, presentTrade } from './block-rfq-view.ts'
import type { OpenConnection } from './connection.ts'
import { formatNotification } from './protocol.ts'

/** Sends what a change means to each connection that listens to it. */
export function publishBlockRfqs(rfqs: BlockRfqService, connections: Iterable<OpenConnection>, now: () => number): void {
  const send = (connection: OpenConnection, kind: string, rfq: BlockRfq, data: () => object): void => {
    for (const currency of [currencyOf(rfq), 'any']) {
      const channel = `block_rfq.${kind}.${currency}`
      if (connection.channels.has(channel)) connection.send(formatNotification(channel, data()))
    }
  }
  rfqs.listen({
    onRfq: (rfq: BlockRfq, quote?: RfqQuote) => {
      for (const connection of connections) {
        const account = connection.grant?.account
        if (account === undefined) continue
        if (account.clientId === rfq.taker) send(connection, 'taker', rfq, () => presentRfq(rfq, 'taker', now()))
        else if (quote?.maker === account.clientId) send(connection, 'maker.quotes', rfq, () => presentQuote(rfq, quote))
        else if (quote === undefined && (rfq.makers.length === 0 || rfq.makers.includes(account.name)))
          send(connection, 'maker', rfq, () => presentRfq(rfq, 'maker', now()))
      }
    },
    onTrade: (trade: RfqTrade) => {
      for (const connection of connections) send(connection, 'trades', trade.rfq, () => presentTrade(trade))
    },
  })
}
