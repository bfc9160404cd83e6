/** The account of each side of a quote: the chosen one, that of the replaced quote, or the default. */
import type { Order } from '@parley/client'
import type { Structure } from '@parley/core'
import { useState } from 'react'
import type { DirectRfq } from '../../../live/audiences.ts'
import { useDefaultAccounts } from '../../account/settings/use-default-account.ts'
import type { MakerSide } from './maker-form.ts'
import type { Maker, Sides } from './use-maker-form.ts'

type Quoted = { readonly structure: Structure; readonly maker: Maker; readonly open: Partial<Sides<Order>> }

const sides = ['BUY', 'SELL'] as const

export function useMakerAccount({ venue }: DirectRfq, { structure, maker, open }: Quoted) {
  const [chosen, choose] = useState('')
  const { accounts, accountOf, whyNone, settlingRefusal } = useDefaultAccounts(venue)
  const codes = structure.legs.map(({ instrument }) => instrument.productCode)
  const primary = accountOf(codes)?.name
  const usual = (side: MakerSide): string | undefined => open[side]?.account ?? primary
  const usualNames = [...new Set(sides.map((side) => usual(side) ?? '—'))]
  const hasOpen = sides.some((side) => open[side] !== undefined)
  const isNew = (side: MakerSide) => open[side] === undefined && (!hasOpen || maker.sides[side].price !== undefined)
  return {
    chosen,
    choose,
    names: accounts.map(({ name }) => name),
    usual: { words: usualLabel(usualNames, { hasOpen, primary }), account: usualNames.length === 1 ? usualNames[0] : undefined },
    shown: chosen === '' ? usualNames.join(' / ') : chosen,
    /** Undefined if a side has none. */
    of: (side: MakerSide): string | undefined => (chosen === '' ? usual(side) : chosen),
    /** A replaced quote has one. */
    whyNone:
      (chosen === '' && primary === undefined && sides.some(isNew) ? whyNone(codes) : undefined) ??
      settlingRefusal(chosen === '' ? primary : chosen),
  }
}

function usualLabel(names: readonly string[], { hasOpen, primary }: { readonly hasOpen: boolean; readonly primary: string | undefined }) {
  if (hasOpen) return `${names.join(' / ')} ${names.length === 1 ? '(as it is)' : '(as they are)'}`
  return primary === undefined ? 'No default account' : `${primary} (default)`
}
