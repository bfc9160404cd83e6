import { type PegTerms, priceDecimals, type Structure } from '@parley/core'
import { useState } from 'react'
import { Toggle } from '../../../components/Choice.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import type { EnteredNumber } from '../../../components/number-text.ts'
import { Segmented } from '../../../components/Segmented.tsx'
import { preciseText, zoneName } from '../../../components/time-text.ts'
import { useTimeZone } from '../../../components/time-zone.ts'
import { classNames } from '../../../theme/class-names.ts'
import type { DirectRfq } from '../../../live/audiences.ts'
import styles from './Peg.module.css'
import { pegFigures } from './peg-figures.ts'
import { endPeg, startPeg, usePegs, type Peg as PegState } from './peg-runner.ts'
import { endMessage, previewMessage, runningMessage } from './peg-messages.ts'
import { makerSides } from './quote-lines.ts'
import type { Maker } from './use-maker-form.ts'
import type { OpenQuotes } from './use-quoting.ts'

type PegProps = {
  readonly rfq: DirectRfq
  readonly structure: Structure
  readonly maker: Pick<Maker, 'canVol' | 'markOf'>
  readonly open: OpenQuotes
  /** Why nothing can be sent at all. */
  readonly closed: string | undefined
}

type Unit = PegTerms['offset']['unit']
type Typed = { readonly amount: EnteredNumber; readonly band: EnteredNumber; readonly pace: EnteredNumber; readonly unit: Unit }

const MOST_PACE = 10
const numberOf = (text: EnteredNumber): number | undefined =>
  text === undefined || text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)

function termsOf({ amount, band, pace, unit }: Typed): PegTerms | string {
  const [away, ticks, most] = [numberOf(amount), numberOf(band), numberOf(pace)]
  if (away === undefined || away <= 0) return 'Enter the distance from the mark.'
  if (ticks === undefined || ticks < 0) return 'Enter how many ticks the mark may move.'
  if (most === undefined || most < 1 || most > MOST_PACE || !Number.isInteger(most))
    return `Enter 1 to ${MOST_PACE} replacements per second.`
  return { offset: { unit, amount: away }, bandTicks: ticks, mostPerSecond: most }
}

/** A live quote that follows the mark. The user switches it on with its terms visible, and it switches itself off when they no longer hold. */
export function Peg({ rfq, structure, maker, open, closed }: PegProps) {
  const peg = usePegs(({ pegs }) => pegs.get(rfq.id))
  const [typed, setTyped] = useState<Typed>(usual[maker.canVol ? 'VOL' : 'TICKS'])
  const isOn = peg?.state === 'ON'
  const terms = termsOf(typed)
  const figures = pegFigures(structure, maker.markOf)
  const sides = makerSides.filter((side) => open[side] !== undefined)
  const live = Object.fromEntries(sides.map((side) => [side, open[side]!.price]))
  const shown = { figures, live, decimals: priceDecimals(rfq) }
  const preview = typeof terms === 'string' ? undefined : previewMessage(terms, sides, shown)
  const none = sides.length === 0 ? 'Quote first. The peg then follows the mark.' : undefined
  const reason = closed ?? none ?? (typeof terms === 'string' ? terms : preview === undefined ? 'There is no mark to follow.' : undefined)
  const turn = (on: boolean) => {
    if (!on) endPeg(rfq.id, 'BY_HAND')
    else if (reason === undefined && typeof terms !== 'string' && figures.mark !== undefined)
      startPeg({ rfq, structure, terms, startMark: figures.mark })
  }
  return (
    <section className={styles['peg']} aria-label="Peg">
      <div className={styles['terms']}>
        <Toggle checked={isOn} disabled={!isOn && reason !== undefined} title={isOn ? undefined : (reason ?? preview)} onChange={turn}>
          Peg
        </Toggle>
        <Terms typed={typed} canVol={maker.canVol} isOn={isOn} onChange={(more) => setTyped({ ...typed, ...more })} />
      </div>
      <p className={classNames(styles['words'], peg === undefined && styles['preview'])} role="status">
        {isOn ? (
          <b className={styles['on']}>{runningMessage(peg.terms, peg.history, shown, doing[peg.doing])}</b>
        ) : (
          <>
            <Ended peg={peg} /> {reason ?? preview}
          </>
        )}
      </p>
      {isOn && (
        <p className={styles['note']}>
          The peg runs in this window. If the window closes or disconnects, the server cancels all orders of this session.
        </p>
      )}
    </section>
  )
}

const usual: Readonly<Record<Unit, Typed>> = {
  VOL: { amount: '0.5', band: '4', pace: '5', unit: 'VOL' },
  TICKS: { amount: '5', band: '4', pace: '5', unit: 'TICKS' },
}

type TermsProps = {
  readonly typed: Typed
  readonly canVol: boolean
  readonly isOn: boolean
  readonly onChange: (more: Partial<Typed>) => void
}

/** The terms are locked while the peg is running. */
const Terms = ({ typed, canVol, isOn, onChange }: TermsProps) => (
  <>
    <span className={styles['field']}>
      ±
      <NumberField
        aria-label="Peg offset"
        size="small"
        value={typed.amount}
        step={typed.unit === 'VOL' ? '0.1' : '1'}
        disabled={isOn}
        onChange={(amount) => onChange({ amount })}
      />
    </span>
    {canVol ? (
      <Segmented<Unit>
        label="Peg offset in"
        value={typed.unit}
        options={[
          { value: 'VOL', label: 'vol' },
          { value: 'TICKS', label: 'ticks' },
        ]}
        onChange={(unit) => !isOn && onChange({ unit })}
      />
    ) : (
      <span>ticks</span>
    )}
    <span className={styles['field']}>
      band ±
      <NumberField
        aria-label="Peg band, ticks"
        size="small"
        value={typed.band}
        step="1"
        disabled={isOn}
        onChange={(band) => onChange({ band })}
      />
    </span>
    <span className={styles['field']}>
      max
      <NumberField
        aria-label="Replacements per second"
        size="small"
        value={typed.pace}
        step="1"
        disabled={isOn}
        onChange={(pace) => onChange({ pace })}
      />
      /s
    </span>
  </>
)

const doing = { IN_PLACE: 'Pegged at', PACE: 'Rate-limited at', REPLACING: 'Replacing' } as const

function Ended({ peg }: { readonly peg: PegState | undefined }) {
  useTimeZone()
  if (peg?.state !== 'OFF') return null
  return <b className={styles['ended']}>{endMessage(peg.why, `${preciseText(peg.at)} ${zoneName(peg.at)}`, peg.more)}</b>
}
