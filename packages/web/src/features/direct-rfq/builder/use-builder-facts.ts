/** What the builder has to know of the market and of the desk, put together for its pure parts. */
import { directRfqCalls } from '@parley/contracts'
import type { Instrument } from '@parley/core'
import { useMemo } from 'react'
import { useInstruments } from '../../../live/instruments.ts'
import { usePages } from '../../../live/loadable.ts'
import { useUser } from '../../../live/session.ts'
import { useMarks, useNow, useRfqs } from '../../../live/use-live.ts'
import { useDefaultAccounts } from '../../account/settings/use-default-account.ts'
import type { BuilderForm } from './builder-form.ts'
import type { BuilderFacts } from './builder-summary.ts'

const noInstruments: ReadonlyMap<number, Instrument> = new Map()

type Known = { readonly facts: BuilderFacts; readonly failed: string | undefined; readonly retry: () => void; readonly isLoading: boolean }

export function useBuilderFacts(form: BuilderForm): Known {
  const user = useUser()
  const instruments = useInstruments('DBT', form.currency)
  const marks = useMarks()
  const rfqs = useRfqs()
  const now = useNow(1_000)
  const makers = usePages(directRfqCalls.listCounterparties, 'makers', { query: { group: 'LP', venues: ['DBT'] } })
  const { accounts, accountOf } = useDefaultAccounts('DBT')
  const desk = user.trading_desk?.ticker ?? ''
  const facts = useMemo((): BuilderFacts => {
    const mine = [...rfqs.values()].filter((rfq) => rfq.role === 'TAKER')
    return {
      desk,
      instruments: instruments.state === 'LOADED' ? instruments.data : noInstruments,
      marks,
      makers: makers.rows.state === 'LOADED' ? makers.rows.data : [],
      accounts: accounts.map(({ name }) => name),
      defaultAccountOf: (product) => accountOf(product)?.name,
      openRfqs: mine.filter((rfq) => rfq.state === 'OPEN' && rfq.base_currency === form.currency).length,
      drafts: mine.filter((rfq) => rfq.state === 'DRAFT').length,
      now,
    }
  }, [desk, instruments, marks, makers.rows, accounts, accountOf, rfqs, now, form.currency])
  const failed = instruments.state === 'FAILED' ? instruments : makers.rows.state === 'FAILED' ? makers.rows : undefined
  return { facts, failed: failed?.words, retry: failed?.retry ?? (() => undefined), isLoading: instruments.state === 'LOADING' }
}
