import { formatPrice, isHedge } from '@parley/core'
import { NumberField } from '../../../components/NumberField.tsx'
import { useFlag } from '../../../live/feature-flags.ts'
import own from './MakeEntry.module.css'
import type { EntryProps } from './use-quote-entry.ts'
import { typedFrom, type TypedLegs } from './leg-prices.ts'
import type { Side } from './quote-form.ts'

const sides = ['BUY', 'SELL'] as const

const freeLegs = (structure: EntryProps['structure']) => structure.legs.filter((leg) => !isHedge(leg))

/** The server could not split the typed price over the legs. */
export const needsHand = ({ sides: all, form }: EntryProps['entry']): boolean =>
  sides.some(
    (side) => !all[side].isBlank && form.price[side] !== undefined && all[side].legs.state === 'NONE' && form.legs[side] === undefined,
  )

/** How the price is split over the legs. If the server cannot do it, the user types the leg prices and they make the price. */
export function LegPricesTable({ structure, entry }: EntryProps) {
  const canType = useFlag('um_leg_pricing_fallback')
  return (
    <div className={own['legs']}>
      <p className={needsHand(entry) ? own['failed'] : own['legsHead']}>
        {canType ? 'The price is the sum of the leg prices you typed.' : 'Leg prices are close to the marks.'}
      </p>
      <table className={own['table']}>
        <thead>
          <tr>
            <th scope="col">Leg</th>
            <th scope="col">In the bid</th>
            <th scope="col">In the ask</th>
          </tr>
        </thead>
        <tbody>
          {freeLegs(structure).map((leg) => (
            <tr key={leg.instrument.id}>
              <td title={leg.instrument.name}>{leg.instrument.name.split('-').slice(1).join('-')}</td>
              {sides.map((side) => (
                <td key={side}>
                  <NumberField
                    size="small"
                    aria-label={`${side === 'BUY' ? 'Bid' : 'Ask'} price of ${leg.instrument.name}`}
                    disabled={!canType}
                    value={shownOf(entry, side, structure)[leg.instrument.id]}
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
    </div>
  )
}

const shownOf = ({ form, sides: all }: EntryProps['entry'], side: Side, structure: EntryProps['structure']): TypedLegs =>
  form.legs[side] ?? typedFrom(structure, all[side].legs)
