import { legText, withCommas } from '@parley/core'
import { Shield, X } from 'lucide-react'
import { StatusBadge } from '../../../components/Badge.tsx'
import { Button, IconButton } from '../../../components/Button.tsx'
import { Toggle } from '../../../components/Choice.tsx'
import { Kbd } from '../../../components/Kbd.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { Segmented } from '../../../components/Segmented.tsx'
import { required } from '../../../components/number-text.ts'
import { useIsNarrow } from '../../../components/use-media.ts'
import { useNow } from '../../../live/use-live.ts'
import { classNames } from '../../../theme/class-names.ts'
import type { BuilderAction, BuilderForm, FormLeg } from './builder-form.ts'
import type { BuilderFacts, BuilderSummary } from './builder-summary.ts'
import { groupedText } from '../../../components/figure-text.ts'
import { unitsPerCoin } from './delta-hedge.ts'
import styles from './Legs.module.css'

type LegsProps = {
  readonly form: BuilderForm
  readonly summary: BuilderSummary
  readonly facts: BuilderFacts
  readonly act: (action: BuilderAction) => void
}

export function Legs({ form, summary, facts, act }: LegsProps) {
  const canHedge =
    summary.legs.length > 0 &&
    form.legs.every((leg) => facts.instruments.get(leg.instrumentId)?.kind === 'OPTION' || leg.hedgePrice !== undefined)
  return (
    <section className={classNames(styles['legs'], form.isExample && styles['example'])} aria-label="Legs">
      <div className={styles['bar']}>
        <h4 className={styles['title']}>Legs</h4>
        {form.isExample && (
          <>
            <StatusBadge tone="plain">Example</StatusBadge>
            <Button size="small" onClick={() => act({ kind: 'exampleKept' })}>
              Use this example
            </Button>
          </>
        )}
        <Button kind="quiet" size="small" onClick={() => act({ kind: 'sidesFlipped' })}>
          Flip sides
        </Button>
        <Button
          kind="quiet"
          size="small"
          keyOf="clearLegs"
          disabledReason={form.legs.length === 0 ? 'No legs yet.' : undefined}
          onClick={() => act({ kind: 'legsCleared' })}
        >
          Clear legs <Kbd of="clearLegs" />
        </Button>
        <span className={styles['gap']} />
        {(facts.isHedgeOffered || form.isAutoHedged) && (
          <Toggle checked={form.isAutoHedged} disabled={!canHedge} onChange={(isOn) => act({ kind: 'autoHedgeSet', isOn })}>
            Automatic delta hedge
          </Toggle>
        )}
      </div>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col" aria-label="Number" />
            <th scope="col">Side</th>
            <th scope="col">Ratio</th>
            <th scope="col">Instrument</th>
            <th scope="col">Mark</th>
            <th scope="col">IV</th>
            <th scope="col">Delta</th>
            <th scope="col" aria-label="Remove" />
          </tr>
        </thead>
        <tbody>
          {form.legs.map((leg, place) => (
            <LegRow key={`${leg.instrumentId}${leg.hedgePrice === undefined ? '' : 'h'}`} leg={leg} place={place} facts={facts} act={act} />
          ))}
          {summary.hedge !== undefined && <HedgeRow hedge={summary.hedge} asked={form.hedgeAt} facts={facts} act={act} />}
          {summary.legs.length > 0 && <SumRow form={form} summary={summary} facts={facts} />}
        </tbody>
      </table>
    </section>
  )
}

const SumRow = ({ form, summary, facts }: Omit<LegsProps, 'act'>) => (
  <tr className={styles['sum']}>
    <td />
    <td colSpan={3}>
      <strong>Structure</strong>, 1 unit
      {summary.legs.some((leg) => leg.hedgePrice !== undefined) ? ', hedge priced separately' : ''}
    </td>
    <td className={styles['number']}>
      {summary.mark === undefined ? '—' : figure(summary.mark, summary.quoteCurrency === form.currency ? 'COIN' : 'DOLLARS')}
    </td>
    <td className={styles['number']}>—</td>
    <td className={styles['number']}>{unitDelta(summary, facts)}</td>
    <td />
  </tr>
)

function LegRow({ leg, place, facts, act }: { leg: FormLeg; place: number; facts: BuilderFacts; act: LegsProps['act'] }) {
  const instrument = facts.instruments.get(leg.instrumentId)
  const mark = facts.marks.get(leg.instrumentId)
  const name = instrument?.name ?? 'an instrument that is no longer listed'
  return (
    <tr>
      <td className={styles['place']}>{leg.hedgePrice === undefined ? place + 1 : <Shield size={14} aria-label="Hedge" />}</td>
      <td>
        <Segmented
          label={`Side of ${name}`}
          value={leg.side}
          options={[
            { value: 'BUY', label: 'Buy' },
            { value: 'SELL', label: 'Sell' },
          ]}
          onChange={(side) => act({ kind: 'legSided', place, side })}
        />
      </td>
      <td className={styles['ratio']}>
        <NumberField
          size="small"
          hasButtons
          aria-label={`Ratio of ${name}`}
          value={required(leg.ratio)}
          step="1"
          onChange={(ratio = '') => act({ kind: 'legRatioed', place, ratio })}
        />
      </td>
      <td>
        <LegName name={name} />
        {leg.hedgePrice !== undefined && (
          <span className={styles['hedge']}>
            @
            <NumberField
              size="small"
              aria-label={`Price of the hedge in ${name}`}
              value={required(leg.hedgePrice)}
              step="0.5"
              onChange={(price = '') => act({ kind: 'hedgePriced', place, price })}
            />
          </span>
        )}
      </td>
      <td className={styles['number']}>
        {mark === undefined || instrument === undefined
          ? '—'
          : figure(Number(mark.mark_price), instrument.quoteCurrency === instrument.baseCurrency ? 'COIN' : 'DOLLARS')}
      </td>
      <td className={styles['number']}>{mark?.mark_iv == null ? '—' : Number(mark.mark_iv).toFixed(1)}</td>
      <td className={styles['number']}>{mark?.delta == null ? '—' : signed(Number(mark.delta) * (leg.side === 'BUY' ? 1 : -1))}</td>
      <td>
        <IconButton label={`Remove ${name}`} onClick={() => act({ kind: 'legRemoved', place })}>
          <X size={14} />
        </IconButton>
      </td>
    </tr>
  )
}

const DAY_MS = 86_400_000

/** On a phone an instrument is one line, named as in the ticket. */
function LegName({ name }: { readonly name: string }) {
  const now = useNow(DAY_MS)
  return useIsNarrow() ? (
    <span className={styles['called']} title={name}>
      {legText(name, now)}
    </span>
  ) : (
    name
  )
}

type HedgeRowProps = Pick<LegsProps, 'facts' | 'act'> & {
  readonly hedge: FormLeg
  /** The price that a line has specified. Otherwise the mark is used. */
  readonly asked: string | undefined
}

/** The automatic hedge follows the marks. Once fixed, it becomes an editable leg. */
function HedgeRow({ hedge, asked, facts, act }: HedgeRowProps) {
  const instrument = facts.instruments.get(hedge.instrumentId)
  if (instrument === undefined || hedge.hedgePrice === undefined) return null
  const coins = Number(hedge.ratio) / unitsPerCoin(Number(hedge.hedgePrice), instrument)
  return (
    <tr>
      <td className={styles['place']}>
        <Shield size={14} aria-label="Hedge" />
      </td>
      <td>
        <span className={hedge.side === 'BUY' ? styles['buy'] : styles['sell']}>{hedge.side === 'BUY' ? 'Buy' : 'Sell'}</span>
      </td>
      <td className={styles['number']} title={withCommas(hedge.ratio)}>
        {groupedText(Number(hedge.ratio), 2)}
      </td>
      <td>
        <LegName name={instrument.name} />{' '}
        <span className={classNames(styles['hedge'], asked === undefined && styles['atMark'])}>
          @ {withCommas(hedge.hedgePrice)} {asked === undefined ? 'mark' : 'as in the line'}
        </span>{' '}
        <Button
          kind="quiet"
          size="small"
          className={styles['fix']}
          title="The hedge becomes a leg and stops following the marks. Its ratio and price stay as they are and can be edited."
          onClick={() => act({ kind: 'hedgeFixed', hedge })}
        >
          Lock ratio and price
        </Button>
      </td>
      <td className={styles['number']}>{withCommas(hedge.hedgePrice)}</td>
      <td className={styles['number']}>—</td>
      <td className={styles['number']}>{signed(coins * (hedge.side === 'BUY' ? 1 : -1))}</td>
      <td>
        <IconButton label="Remove the hedge" onClick={() => act({ kind: 'autoHedgeSet', isOn: false })}>
          <X size={14} />
        </IconButton>
      </td>
    </tr>
  )
}

function unitDelta(summary: BuilderSummary, facts: BuilderFacts): string {
  if (summary.structure === undefined) return '—'
  let sum = 0
  for (const leg of summary.legs) {
    const mark = facts.marks.get(leg.instrumentId)
    const instrument = facts.instruments.get(leg.instrumentId)
    if (mark === undefined || instrument === undefined) return '—'
    const side = leg.side === 'BUY' ? 1 : -1
    if (leg.hedgePrice === undefined) sum += side * Number(leg.ratio) * Number(mark.delta ?? 0)
    else sum += (side * Number(leg.ratio)) / unitsPerCoin(Number(leg.hedgePrice), instrument)
  }
  return signed(sum)
}

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
const figure = (value: number, unit: 'COIN' | 'DOLLARS'): string => withCommas(value.toFixed(unit === 'COIN' ? 4 : 1))
