import { quantityText } from '@parley/core'
import { Segmented } from '../../../components/Segmented.tsx'
import { StatusBadge } from '../../../components/Badge.tsx'
import { classNames } from '../../../theme/class-names.ts'
import { PayoffChart } from '../../market-data/PayoffChart.tsx'
import { dollarText, groupedText, signedText } from '../../../components/figure-text.ts'
import { Greeks } from '../../market-data/Greeks.tsx'
import { markFromWire } from '../../market-data/mark-from-wire.ts'
import { structureGamma } from '../../market-data/model-gamma.ts'
import { useIndex } from '../../../live/use-live.ts'
import type { BuilderAction, BuilderForm } from './builder-form.ts'
import type { BuilderFacts, BuilderSummary } from './builder-summary.ts'
import { CopyLine } from '../../structure/CopyLine.tsx'
import { lineOf } from './line.ts'
import { hedgeLabel, shortName, sizeWords } from './short-name.ts'
import styles from './Preview.module.css'

/** Without a side, an RFQ asks for both, and makers do not learn which one is wanted. */
const directions = [
  { value: 'BOTH', label: 'Two-way' },
  { value: 'BUY', label: 'I buy' },
  { value: 'SELL', label: 'I sell' },
] as const

type PreviewProps = {
  readonly form: BuilderForm
  readonly summary: BuilderSummary
  readonly facts: BuilderFacts
  readonly act: (action: BuilderAction) => void
  /** A market has no quantity. */
  readonly of: 'RFQ' | 'MARKET'
}

/** The RFQ in text and figures while it is being built. */
export function Preview({ form, summary, facts, act, of }: PreviewProps) {
  const index = useIndex(form.currency, form.venue)
  const spot = index === undefined ? undefined : Number(index.index_price)
  const quantity = Number(form.quantity) || 0
  const markOf = (id: number) => markFromWire(facts.marks.get(id), spot ?? 0, facts.now)
  const gamma = summary.structure === undefined ? 0 : structureGamma(summary.structure.legs, quantity || 1, markOf, facts.now)
  const isCoin = summary.quoteCurrency === form.currency
  // Futures trade at a price and have no premium: price times a quantity in dollars would be meaningless.
  const hasPremium = summary.structure?.legs.some(({ instrument }) => instrument.kind === 'OPTION') === true
  const total = summary.mark === undefined || !hasPremium ? undefined : summary.mark * quantity
  const dollars = total === undefined || spot === undefined ? undefined : isCoin ? total * spot : undefined
  return (
    <section className={classNames(styles['preview'], form.isExample && styles['example'])} aria-label="Preview">
      <Head {...{ form, summary, act, of }} isStale={index?.is_stale === true} />
      <Words {...{ form, summary, facts, of }} />
      <div className={styles['marks']}>
        <div>
          <span className={styles['label']}>Mark</span>
          <p className={styles['figure']}>
            {summary.mark === undefined ? '—' : groupedText(summary.mark, isCoin ? 4 : 2)} <small>{summary.quoteCurrency}</small>
          </p>
        </div>
        {total !== undefined && quantity > 0 && (
          <div className={styles['right']}>
            <span className={styles['label']}>{`For ${quantityText(String(quantity))}`}</span>
            <p>
              <strong>{isCoin ? `${groupedText(total, 3)} ${summary.quoteCurrency}` : dollarText(total)}</strong>{' '}
              {dollars === undefined ? '' : dollarText(dollars)}
            </p>
          </div>
        )}
      </div>
      {summary.greeks !== undefined && summary.legs.length > 0 && <Greeks greeks={{ ...summary.greeks, gamma }} currency={form.currency} />}
      {summary.hedge !== undefined && isCoin && summary.greeks !== undefined && (
        <p className={styles['label']}>
          {`The hedge is net of the premium. The delta of ${signedText(summary.greeks.delta, 2)} ${form.currency} that remains is the premium itself.`}
        </p>
      )}
      {summary.structure !== undefined && spot !== undefined && (
        <PayoffChart
          structure={summary.structure}
          marks={facts.marks}
          quantity={quantity || 1}
          spot={spot}
          now={facts.now}
          price={summary.mark}
        />
      )}
    </section>
  )
}

type HeadProps = Omit<PreviewProps, 'facts'> & { readonly isStale: boolean }

const Head = ({ form, summary, act, of, isStale }: HeadProps) => (
  <div className={styles['head']}>
    <h4 className="visually-hidden">Preview</h4>
    {of === 'RFQ' && (
      <Segmented
        label="Sides requested"
        value={form.takerSide ?? 'BOTH'}
        options={directions}
        onChange={(side) => act({ kind: 'directionChosen', takerSide: side === 'BOTH' ? undefined : side })}
      />
    )}
    {form.isExample && <StatusBadge tone="plain">Example</StatusBadge>}
    {summary.structure !== undefined && <CopyLine line={lineOf(form, summary.structure)} />}
    {isStale && <span className={styles['stale']}>marks are stale</span>}
  </div>
)

function Words({ form, summary, facts, of }: Omit<PreviewProps, 'act'>) {
  const quantity = Number(form.quantity) || 0
  const [size, unit] = sizeWords(summary, facts.marks, quantity, form.currency)
  return (
    <p className={styles['words']}>
      {of === 'RFQ' && (
        <>
          {form.takerSide === undefined ? 'Buy or sell' : form.takerSide === 'BUY' ? 'Buy' : 'Sell'} <strong>{size}</strong>{' '}
        </>
      )}
      {of === 'RFQ' ? unit : form.currency} <strong>{shortName(summary, facts.instruments)}</strong> on {form.venue}
      {hedgeLabel(summary, facts.instruments, quantity)}
    </p>
  )
}
