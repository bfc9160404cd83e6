import { isHedge } from '@parley/core'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { NumberField } from '../../components/NumberField.tsx'
import { useFlag } from '../../live/flags.ts'
import { formatPrice } from '@parley/core'
import own from './MakeEntry.module.css'
import type { EntryProps } from './MakeEntry.tsx'
import { typedFrom, type TypedLegs } from './leg-prices.ts'
import type { Side } from './quote-form.ts'

const sides = ['BUY', 'SELL'] as const

/** How the price is shared out over the legs. Where the server cannot do it, the legs are priced by hand and make the price. */
export function LegPricesTable({ structure, entry }: EntryProps) {
  const canType = useFlag('um_leg_pricing_fallback')
  const [isOpen, setIsOpen] = useState(false)
  const failed = sides
    .map((side) => entry.sides[side])
    .find((one) => !one.isBlank && one.legs.state === 'NONE' && entry.form.legs[one.side] === undefined)
  const isShown = isOpen || (canType && failed !== undefined)
  const free = structure.legs.filter((leg) => !isHedge(leg))
  // A single leg's price is the structure's.
  if (free.length < 2) return null
  return (
    <div className={own['legs']}>
      <p className={own['legsHead']}>
        <span className={failed === undefined ? undefined : own['failed']}>
          {failed === undefined ? 'Leg prices near the marks' : canType ? 'Price the legs by hand; they make the price.' : ''}
        </span>
        <Button kind="quiet" size="small" aria-expanded={isShown} onClick={() => setIsOpen(!isOpen)}>
          {isShown ? 'Hide the legs' : 'Show the legs'}
        </Button>
      </p>
      {isShown && (
        <table className={own['table']}>
          <thead>
            <tr>
              <th scope="col">Leg</th>
              <th scope="col">In the bid</th>
              <th scope="col">In the ask</th>
            </tr>
          </thead>
          <tbody>
            {free.map((leg) => (
              <tr key={leg.instrument.id}>
                <td title={leg.instrument.name}>{leg.instrument.name.split('-').slice(1).join('-')}</td>
                {sides.map((side) => (
                  <td key={side}>
                    <NumberField
                      size="small"
                      aria-label={`${side === 'BUY' ? 'Bid' : 'Ask'} price of ${leg.instrument.name}`}
                      disabled={!canType}
                      value={shownOf(entry, side, structure)[leg.instrument.id] ?? ''}
                      step={formatPrice(leg.instrument.tickSize)}
                      onChange={(price) =>
                        entry.act({ kind: 'legsTyped', side, legs: { ...shownOf(entry, side, structure), [leg.instrument.id]: price } })
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

const shownOf = ({ form, sides: all }: EntryProps['entry'], side: Side, structure: EntryProps['structure']): TypedLegs =>
  form.legs[side] ?? typedFrom(structure, all[side].legs)
