/** The comparison of venues over the builder, loaded on first use. */
import { formatRatio, isHedge, product, type Structure, type VenueCode } from '@parley/core'
import { type ReactNode, useState } from 'react'
import type { EnteredNumber } from '../../../components/number-text.ts'
import type { OpenMarket } from '../../../live/open-markets.ts'
import type { BuilderAction, BuilderForm, FormLeg } from './builder-form.ts'
import type { BuilderSummary } from './builder-summary.ts'
import { fetched } from '../../../components/fetched.tsx'

const CompareVenues = fetched(() => import('./compare/CompareVenues.tsx').then((part) => part.CompareVenues))

export type Comparing = {
  readonly open: () => void
  /** Why there is nothing to compare. */
  readonly reason: string | undefined
  readonly dialog: ReactNode
}

export function useComparing(
  form: BuilderForm,
  { structure, minimum, name }: BuilderSummary,
  markets: readonly OpenMarket[],
  act: (action: BuilderAction) => void,
): Comparing {
  const [isOpen, setIsOpen] = useState(false)
  const reason = disabledReason(form, minimum === undefined ? undefined : structure, markets)
  const close = () => setIsOpen(false)
  const start = (venue: VenueCode, there: Structure, quantity: EnteredNumber) => {
    const canHedge = product(there.legs[0]!.instrument.productCode)?.isHedgeDisabled === false
    const expiry = there.legs.find(({ instrument }) => instrument.kind === 'OPTION')?.instrument.expiresAt
    act({ kind: 'structureMoved', market: { venue, currency: form.currency }, legs: formLegs(there), expiry, canHedge })
    act({ kind: 'quantityTyped', quantity })
    close()
  }
  return {
    open: () => reason === undefined && setIsOpen(true),
    reason,
    dialog: isOpen && structure !== undefined && reason === undefined && (
      <CompareVenues
        structure={structure}
        name={name}
        quantity={form.quantity}
        takerSide={form.takerSide}
        onQuantity={(quantity) => act({ kind: 'quantityTyped', quantity })}
        onClose={close}
        onStart={start}
        onChangeLegs={(changed) => act({ kind: 'legsChosen', legs: formLegs(changed) })}
      />
    ),
  }
}

function disabledReason({ currency }: BuilderForm, structure: Structure | undefined, markets: readonly OpenMarket[]): string | undefined {
  if (markets.filter((market) => market.currency === currency).length < 2) return `Only one venue offers ${currency} here.`
  return structure === undefined ? 'Choose a structure first.' : undefined
}

const formLegs = ({ legs }: Structure): readonly FormLeg[] =>
  legs
    .filter((leg) => !isHedge(leg))
    .map(({ instrument, side, ratio }) => ({ instrumentId: instrument.id, side, ratio: formatRatio(ratio) }))
