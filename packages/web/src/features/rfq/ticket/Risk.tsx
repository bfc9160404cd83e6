import type { Rfq } from '@parley/client'
import { priceDecimals, type Structure } from '@parley/core'
import { structureGreeks } from '../../../live/marks.ts'
import { useIndex, useMarks, useRfqTrades, useStructureMark, useTrades } from '../../../live/use-live.ts'
import { Greeks } from '../../market-data/Greeks.tsx'
import { structureGamma } from '../../market-data/model-gamma.ts'
import { afterFee, useStructureFee } from '../../structure/use-structure-fee.ts'
import { useMarkOf } from '../../structure/use-structure.ts'
import styles from './Risk.module.css'
import { areAllKnown, type Considered, heldOf, riskView, type RiskView } from './risk-view.ts'
import { fetched } from '../../../components/fetched.tsx'

const PayoffChart = fetched(
  () => import('../../market-data/PayoffChart.tsx').then((part) => part.PayoffChart),
  <div className={styles['picture']} />,
)

export type RiskProps = { readonly rfq: Rfq; readonly structure: Structure; readonly considered: Considered | undefined }

/** Before a trade the risk of the order in the entry, afterwards the risk of the position at its traded price. */
function useRisk({ rfq, considered }: RiskProps) {
  const mark = useStructureMark(rfq.legs)
  const trades = useRfqTrades(rfq.id)
  const size = rfq.quantity ?? rfq.minBlockSize ?? ''
  const all = useTrades()
  const held = trades.length === 0 || areAllKnown(rfq, all.values()) ? heldOf(trades) : undefined
  return riskView({ held, considered, size, mark, decimals: priceDecimals(rfq), currency: rfq.quoteCurrency })
}

type Part = 'ALL' | 'GREEKS' | 'PICTURE'
const names: Readonly<Record<Part, string>> = { ALL: 'Greeks and pay-off', GREEKS: 'Greeks', PICTURE: 'Pay-off' }

/** The chart is separate if the window is too low for everything. */
export function Risk({ part = 'ALL', ...props }: RiskProps & { readonly part?: Part }) {
  const { title, detail, quantity, price: traded, charged } = useRisk(props)
  const price = useAfterFees({ ...props, quantity, price: traded, charged })
  if (part === 'PICTURE' && quantity === 0) return null
  return (
    <section className={styles['risk']} aria-label={names[part]}>
      {part === 'PICTURE' && (
        <h3 className={styles['title']} title="After the venue’s fees">
          Pay-off <span>{`${title.charAt(0).toLowerCase()}${title.slice(1)} ${detail} · dashed: today`}</span>
        </h3>
      )}
      {part !== 'PICTURE' && (
        <>
          <h3 className={styles['title']}>
            {title} <span>{detail}</span>
          </h3>
          {quantity !== 0 && <StructureGreeks {...props} quantity={quantity} />}
        </>
      )}
      {part !== 'GREEKS' && quantity !== 0 && <Picture {...props} quantity={quantity} price={price} />}
    </section>
  )
}

type Charged = RiskProps & Pick<RiskView, 'quantity' | 'price' | 'charged'>

/** The price of one unit with the venue's fees, as far as they are known: break-even and the largest loss and gain count them. */
function useAfterFees({ rfq, structure, considered, quantity, price, charged }: Charged): number | undefined {
  const feeOf = useStructureFee(rfq, structure)
  const index = useIndex(rfq.baseCurrency, rfq.venue)
  if (price === undefined || quantity === 0) return price
  const role = considered?.by === 'QUOTE' || rfq.role === 'MAKER' ? 'MAKER' : 'TAKER'
  const fee = feeOf({ quantity: charged.toFixed(6), price: price.toFixed(8) }, role)
  return afterFee(rfq, { quantity, price, fee, index: index === undefined ? undefined : Number(index.index_price) })
}

type Sized = Omit<RiskProps, 'considered'> & { readonly quantity: number }

function StructureGreeks({ rfq, structure, quantity }: Sized) {
  const { markOf, now } = useMarkOf(rfq)
  const greeks = structureGreeks(rfq.legs, quantity, useMarks())
  if (greeks === undefined) return null
  return <Greeks greeks={{ ...greeks, gamma: structureGamma(structure.legs, quantity, markOf, now) }} currency={rfq.baseCurrency} />
}

function Picture({ rfq, structure, quantity, price }: Sized & { readonly price: number | undefined }) {
  const marks = useMarks()
  const { now } = useMarkOf(rfq)
  const index = useIndex(rfq.baseCurrency, rfq.venue)
  if (index === undefined) return <div className={styles['picture']} />
  return <PayoffChart structure={structure} marks={marks} quantity={quantity} spot={Number(index.index_price)} now={now} price={price} />
}
