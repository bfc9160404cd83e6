/** Collects the market and desk data that the builder's pure parts need. */
import { directRfqCalls } from '@parley/contracts'
import type { Instrument } from '@parley/core'
import { useMemo } from 'react'
import { useFlag } from '../../../live/feature-flags.ts'
import { useInstruments } from '../../../live/instruments.ts'
import { usePages } from '../../../live/loadable.ts'
import { useUser } from '../../../live/session.ts'
import { useMarks, useNow, useRfqs } from '../../../live/use-live.ts'
import { useDefaultAccounts } from '../../account/settings/use-default-account.ts'
import type { BuilderForm } from './builder-form.ts'
import type { BuilderFacts } from './builder-summary.ts'

const noInstruments: ReadonlyMap<number, Instrument> = new Map()

type FactsState = {
  readonly facts: BuilderFacts
  readonly failed: string | undefined
  readonly retry: () => void
  readonly isLoading: boolean
}

export function useBuilderFacts(form: BuilderForm): FactsState {
  const user = useUser()
  const instruments = useInstruments(form.venue, form.currency)
  const marks = useMarks()
  const rfqs = useRfqs()
  const now = useNow(1_000)
  const makers = usePages(directRfqCalls.listCounterparties, `makers ${form.venue}`, {
    query: { group: 'LP', venues: [form.venue] },
  })
  const { accounts, accountOf, settlingRefusal } = useDefaultAccounts(form.venue)
  const desk = user.trading_desk?.ticker ?? ''
  const isHedgeOffered = useFlag('feature_premium_hedge')
  const facts = useMemo((): BuilderFacts => {
    const mine = [...rfqs.values()].filter((rfq) => rfq.audience === 'DIRECT' && rfq.role === 'TAKER')
    return {
      venue: form.venue,
      desk,
      instruments: instruments.state === 'LOADED' ? instruments.data : noInstruments,
      marks,
      makers: makers.rows.state === 'LOADED' ? makers.rows.data : [],
      areMakersLoaded: makers.rows.state === 'LOADED',
      accounts: accounts.map(({ name }) => name),
      defaultAccountOf: (codes) => accountOf(codes)?.name,
      settlingRefusal,
      isHedgeOffered,
      openRfqs: mine.filter((rfq) => rfq.state === 'OPEN' && rfq.venue === form.venue && rfq.baseCurrency === form.currency).length,
      drafts: mine.filter((rfq) => rfq.state === 'DRAFT').length,
      now,
    }
  }, [desk, instruments, marks, makers.rows, accounts, accountOf, settlingRefusal, rfqs, now, form.venue, form.currency, isHedgeOffered])
  const failed = instruments.state === 'FAILED' ? instruments : makers.rows.state === 'FAILED' ? makers.rows : undefined
  return { facts, failed: failed?.words, retry: failed?.retry ?? (() => undefined), isLoading: instruments.state === 'LOADING' }
}
