/** The channels of the block RFQ. All except the public trade tape are private, so each connection is sent its own view. */
import { currencyOf, type BlockRfq, type RfqQuote, type RfqTrade } from './block-rfq.ts'
import type { BlockRfqService } from './block-rfq-service.ts'
import { presentQuote, presentRfq, presentTrade } from './block-rfq-view.ts'
import type { OpenConnection } from './connection.ts'
import { formatNotification } from './protocol.ts'

/** Sends each subscribed connection its view of a change. */
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
