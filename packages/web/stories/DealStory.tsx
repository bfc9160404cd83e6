import type { RecordDeal, RecordQuote, Rfq, RfqRecord } from '@parley/client'
import { basisText, Comparison } from '../src/features/trade/Comparison.tsx'
import { dealOfRecord, figureTexts, qualityOf } from '../src/features/trade/deal-view.ts'
import { RollCall } from '../src/features/trade/RollCall.tsx'
import { rollCall } from '../src/features/trade/roll-call.ts'
import { Timeline } from '../src/features/trade/Timeline.tsx'
import { isDirect } from '../src/live/audiences.ts'
import { useLive } from '../src/live/store.ts'
import { tradeOf } from '../test/model.ts'
import styles from './Components.module.css'

const asked = Date.now() - 60_000
const [decimals, size] = [4, '50']
type Answer = readonly [maker: string, afterMs: number, bid: string, ask: string]

const usual: readonly Answer[] = [
  ['LIND', 900, '0.0411', '0.0416'],
  ['HLYD', 1_200, '0.0410', '0.0418'],
  ['ORRY', 1_900, '0.0413', '0.0419'],
  ['KEST', 2_600, '0.0409', '0.0423'],
]
/** Cases that quoting desks rarely produce: all at one price, and one alone. */
const tied: readonly Answer[] = usual.map(([maker, afterMs]) => [maker, afterMs, '0.0412', '0.0416'])
const records: readonly (readonly [what: string, answers: readonly Answer[]])[] = [
  ['Four quotes, one declined, one silent', usual],
  ['Everybody at one price', tied],
  ['One quote, and no cover', usual.slice(0, 1)],
]

function recordOf(rfq: Rfq, answers: readonly Answer[]): RfqRecord {
  const quotes = answers.flatMap(([deskName, afterMs, bid, ask]) =>
    (
      [
        ['BUY', bid],
        ['SELL', ask],
      ] as const
    ).map(([side, price]): RecordQuote => ({
      orderId: `o_${deskName}_${side}`,
      deskName,
      side,
      price,
      quantity: size,
      at: asked + afterMs,
    })),
  )
  const trade = tradeOf({ rfqId: rfq.id, price: answers[0]![3], quantity: size, counterpartyDeskName: answers[0]![0], executedAt: asked + 8_000 }) // prettier-ignore
  const deal: RecordDeal = {
    ...{ at: asked + 8_000, pressedAt: asked + 7_900, side: 'BUY', orderId: 'o_1', trades: [trade], quotes },
    ...{ markPrice: '0.0414', indexPrice: '91482', venueBid: '0.0400', venueAsk: '0.0430' },
  }
  return {
    ...{ rfq: { ...rfq, role: 'TAKER' }, askedAt: asked, isWhole: true, deals: [deal], unfilled: [], changes: quotes, changesLeftOut: 0 },
    makers: [
      ...answers.map(([deskName, afterMs]) => ({ deskName, answeredAt: asked + afterMs, decline: undefined })),
      { deskName: 'TIDE', answeredAt: asked + 3_400, decline: { deskName: 'TIDE', reason: 'RISK', text: undefined, at: asked + 3_400 } },
      { deskName: 'LARK', answeredAt: undefined, decline: undefined },
    ],
  }
}

/** `?screen=deals`: a trade among all quotes, in the width of its card. */
export function DealStory() {
  const rfq = [...useLive.getState().rfqs.values()].filter(isDirect).find(({ role }) => role === 'TAKER')!
  return (
    <div className={styles['page']} style={{ gridTemplateColumns: '760px' }}>
      {records.map(([what, answers]) => {
        const record = recordOf(rfq, answers)
        const deal = dealOfRecord(record.deals[0]!, record)
        const quality = qualityOf(deal)!
        return (
          <section key={what} className={styles['box']}>
            <h2 className={styles['title']}>{what}</h2>
            <Comparison
              {...{ deal, quality, decimals, quotes: deal.quotes ?? [], title: 'Quotes at the time of the trade' }}
              basis={basisText(deal, quality, decimals)}
              figures={figureTexts(deal, quality, { decimals, tick: '0.0001' })}
            />
            <RollCall rows={rollCall({ record, deal, quality, decimals })} decimals={decimals} />
            <Timeline record={record} decimals={decimals} />
          </section>
        )
      })}
    </div>
  )
}
