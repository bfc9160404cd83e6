import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Segmented } from '../../../components/Segmented.tsx'
import { NO_DEFAULT_WARNING } from '../../account/settings/default-account-rows.ts'
import styles from '../ticket/Entry.module.css'
import { NoDefaultAccount } from '../ticket/NoDefaultAccount.tsx'
import { MakeEntry, SpreadFromMid } from './MakeEntry.tsx'
import { Progress } from './Progress.tsx'
import type { QuoteForm } from './quote-form.ts'
import { TakeEntry } from './TakeEntry.tsx'
import { type QuoteEntryProps, useQuoteEntry } from './use-quote-entry.ts'

/** Making a price and taking one, side by side. Entries are checked with the server's own rules before they are sent. */
export function QuoteEntry(props: QuoteEntryProps) {
  const entry = useQuoteEntry(props)
  const { form, act, sending } = entry
  const [areLegsOpen, setAreLegsOpen] = useState(false)
  return (
    <section className={styles['entry']} aria-label={form.mode === 'MAKE' ? 'Quote' : 'Trade'}>
      {entry.noAccount === NO_DEFAULT_WARNING && <NoDefaultAccount venue={props.market.venue} />}
      <Progress market={props.market} sending={sending} />
      <div className={styles['head']}>
        <Segmented<QuoteForm['mode']>
          label="Make a price or take one"
          value={form.mode}
          options={[
            { value: 'MAKE', label: 'Make' },
            { value: 'TAKE', label: 'Take' },
          ]}
          onChange={(mode) => act({ kind: 'modeChosen', mode })}
        />
        {form.mode === 'MAKE' && (
          <>
            <SpreadFromMid {...props} entry={entry} />
            {props.structure.legs.length > 1 && (
              <Button kind="quiet" size="small" aria-expanded={areLegsOpen} onClick={() => setAreLegsOpen(!areLegsOpen)}>
                Legs
              </Button>
            )}
          </>
        )}
      </div>
      {form.mode === 'MAKE' ? <MakeEntry {...props} entry={entry} areLegsOpen={areLegsOpen} /> : <TakeEntry {...props} entry={entry} />}
    </section>
  )
}
