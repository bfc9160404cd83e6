import { venueCodes, venues } from '@parley/core'
import { Segmented } from '../../components/Segmented.tsx'
import { Select } from '../../components/Select.tsx'
import { useIsCompact } from '../../components/use-media.ts'
import type { Margin } from './model.ts'
import { chooseFamily, type Family, familyWith } from './spread-screen.ts'
import styles from './SpreadSwitches.module.css'
import { useFamilies, useFamily } from './use-spreads.ts'

const marginNames: Readonly<Record<Margin, string>> = { INVERSE: 'Inverse', LINEAR: 'Linear' }
const margins = Object.keys(marginNames) as readonly Margin[]

/** The selection of currency, venue and margin in the header. Only combinations with listed spreads can be selected. */
export function SpreadSwitches() {
  const families = useFamilies()
  const family = useFamily()
  if (families.length === 0) return null
  const choose = (choice: Partial<Family>) => {
    const next = familyWith(families, family, choice)
    if (next !== undefined) chooseFamily(next)
  }
  const currencies = [...new Set(families.map(({ currency }) => currency))].toSorted()
  const isListed = (name: keyof Family, value: string) => families.some((one) => one[name] === value)
  return (
    <>
      <Choice
        label="Currency"
        value={family.currency}
        options={currencies.map((currency) => ({ value: currency, label: currency }))}
        onChange={(currency) => choose({ currency })}
      />
      <Choice
        label="Venue"
        value={family.venue}
        options={venueCodes
          .filter((venue) => isListed('venue', venue))
          .map((venue) => ({ value: venue, label: venues[venue].displayCode }))}
        onChange={(venue) => choose({ venue })}
      />
      <Choice
        label="Margin"
        value={family.margin}
        options={margins.filter((margin) => isListed('margin', margin)).map((margin) => ({ value: margin, label: marginNames[margin] }))}
        onChange={(margin) => choose({ margin })}
      />
    </>
  )
}

type ChoiceProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** Shows all choices if the header has room for them. */
function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const isCompact = useIsCompact()
  if (!isCompact) return <Segmented label={label} value={value} options={options} onChange={onChange} />
  return <Select aria-label={label} size="small" className={styles['choice']} value={value} options={options} onChange={onChange} />
}
