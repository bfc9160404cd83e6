import { ArrowLeft, Info, X } from 'lucide-react'
import { useState } from 'react'
import type { CompareUnit, Side, Structure } from '@parley/core'
import { Button, IconButton } from '../../../../components/Button.tsx'
import { Dialog } from '../../../../components/Dialog.tsx'
import { NumberField } from '../../../../components/NumberField.tsx'
import { Segmented } from '../../../../components/Segmented.tsx'
import { Skeleton } from '../../../../components/Skeleton.tsx'
import { ageText } from '../../../../components/time-text.ts'
import { groupedText } from '../../../../components/figure-text.ts'
import { CompareTable } from './CompareTable.tsx'
import styles from './Compare.module.css'
import type { CompareVenuesProps } from './compare-props.ts'
import { isInDollars } from './compare-venues.ts'
import { changedTo, shortStructure, unitName } from './compare-labels.ts'
import { type ComparisonState, useComparison } from './use-comparison.ts'

const sidesAsked = [
  { value: 'BUY', label: 'Buy' },
  { value: 'SELL', label: 'Sell' },
  { value: 'BOTH', label: 'Both' },
] as const
type SidesAsked = (typeof sidesAsked)[number]['value']
const sidesOf = (asked: SidesAsked): readonly Side[] => (asked === 'BOTH' ? ['BUY', 'SELL'] : [asked])

const units = [
  { value: 'USD', label: 'USD' },
  { value: 'COIN', label: 'Coin' },
  { value: 'INDEX_PERCENT', label: '% of index' },
] as const
/** One structure at every venue that lists it, net of fees and in one unit. */
export const CompareVenues = (props: CompareVenuesProps) => (
  <Dialog open onClose={props.onClose} title="Compare venues" width={1240} isBare outside="stays">
    <Compared {...props} />
  </Dialog>
)

function Compared(props: CompareVenuesProps) {
  const { structure, name, quantity, takerSide, onClose, onQuantity } = props
  const state = useComparison(structure)
  const [sides, setSides] = useState<SidesAsked>(takerSide ?? 'BOTH')
  const [unit, setUnit] = useState<CompareUnit>('USD')
  const { baseCurrency } = structure.legs[0]!.instrument
  return (
    <div className={styles['compare']}>
      <header className={styles['head']}>
        <Button kind="quiet" size="small" icon={<ArrowLeft size={15} />} onClick={onClose}>
          Builder
        </Button>
        <h3 className={styles['title']}>Compare venues</h3>
        <p className={styles['what']}>
          {baseCurrency} <strong>{`${shortStructure(structure)} ${name}`}</strong>
        </p>
        <IconButton label="Close" keyOf="back" onClick={onClose}>
          <X size={17} />
        </IconButton>
      </header>
      <div className={styles['terms']}>
        <Segmented label="Sides" value={sides} options={sidesAsked} onChange={setSides} />
        <div className={styles['quantity']}>
          <span aria-hidden="true">{`Quantity (${quantityUnit(structure)})`}</span>
          <NumberField size="small" aria-label={`Quantity (${quantityUnit(structure)})`} value={quantity} step="1" onChange={onQuantity} />
        </div>
        <Segmented
          label="One unit"
          value={unit}
          options={units.map((one) => (one.value === 'COIN' ? { ...one, label: baseCurrency } : one))}
          onChange={setUnit}
        />
        {state !== undefined && <Age state={state} />}
      </div>
      {state === undefined ? (
        <div className={styles['waiting']}>
          <Skeleton lines={10} label="Loading the venue’s index" />
        </div>
      ) : (
        <>
          <CompareTable {...{ ...props, state, unit }} sides={sidesOf(sides)} />
          <Foot {...props} state={state} unit={unit} />
        </>
      )}
    </div>
  )
}

/** For futures that trade in dollars, the quantity is in dollars. */
const quantityUnit = (structure: Structure): string => (isInDollars(structure) ? 'USD' : structure.legs[0]!.instrument.baseCurrency)

const Age = ({ state: { ageMs, index, coming } }: { readonly state: ComparisonState }) => (
  <p className={styles['age']}>
    {coming.length > 0 && `Loading ${coming.join(' and ')} · `}
    {`books ${ageText(ageMs)} old · index ${groupedText(index.price, 2)} · 1 USDC = 1 USD`}
  </p>
)

function Foot({
  structure,
  onChangeLegs,
  state,
  unit,
}: CompareVenuesProps & { readonly state: ComparisonState; readonly unit: CompareUnit }) {
  const { nearest } = state.comparison
  return (
    <footer className={styles['foot']}>
      <p>
        <Info size={15} aria-hidden="true" />{' '}
        {`These are the venues’ own order books, in ${unitName(unit, state.index)} per unit. Makers’ quotes arrive after you start and are usually tighter.`}
        {state.hasHedge && ' The hedge is left out. It is recalculated at the venue you choose.'}
      </p>
      {nearest !== undefined && (
        <Button size="small" onClick={() => onChangeLegs(nearest.structure)}>
          {`Change the legs to ${changedTo(nearest.structure, structure)}`}
        </Button>
      )}
    </footer>
  )
}
