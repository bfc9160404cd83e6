import type { GroupRfqView } from '@parley/contracts'
import { type Structure } from '@parley/core'
import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Segmented } from '../../components/Segmented.tsx'
import { useGroupConnection } from '../../live/group-connection.ts'
import { useUser } from '../../live/session.ts'
import { NO_DEFAULT_WARNING } from '../account/settings/default-account-rows.ts'
import { useDefaultAccounts } from '../account/settings/use-default-account.ts'
import styles from '../direct-rfq/ticket/Entry.module.css'
import { NoDefaultAccount } from '../direct-rfq/ticket/NoDefaultAccount.tsx'
import { useAllocation } from '../allocation/use-allocation.ts'
import { useTradeReason } from '../protection/use-protection.ts'
import type { MarketBook } from './book.ts'
import { MakeEntry, SpreadFromMid } from './MakeEntry.tsx'
import type { Picked } from './MarketTicket.tsx'
import { Progress } from './Progress.tsx'
import type { QuoteForm, Side } from './quote-form.ts'
import { TakeEntry } from './TakeEntry.tsx'
import { useOwnQuotes } from './use-market.ts'
import { quoteToSend, useQuoteForm } from './use-quote-form.ts'
import { useQuoteSending } from './use-quote-sending.ts'

export type QuoteEntryProps = {
  readonly market: GroupRfqView
  readonly structure: Structure
  readonly book: MarketBook
  readonly picked: Picked | undefined
}

export type Entry = ReturnType<typeof useEntry>

/** Making a price and taking one, in one place: what is typed is judged by the server's own rules before it is sent. */
export function QuoteEntry(props: QuoteEntryProps) {
  const entry = useEntry(props)
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

function useEntry({ market, structure, book, picked }: QuoteEntryProps) {
  const user = useUser()
  const made = useQuoteForm({ market, structure, book }, user.trading_desk?.is_maker === true ? 'MAKE' : 'TAKE')
  const { form, act, sides } = made
  const sending = useQuoteSending(market.id)
  const own = useOwnQuotes(market.id)
  const { accounts, accountOf, whyNone } = useDefaultAccounts(market.venue)
  const product = structure.legs[0]?.instrument.productCode
  const primary = accountOf(product)?.name
  useEffect(() => {
    if (picked === undefined) return
    const held = own.find(({ id }) => id === picked.level.id)
    const stands = held && { isPostOnly: held.post_only, account: held.account === primary ? '' : held.account }
    act({ kind: 'levelPicked', level: picked.level, own: stands })
  }, [picked])
  const account = form.account === '' ? primary : form.account
  const noAccount = account === undefined ? whyNone(product) : undefined
  const dealt = (id: number): number => {
    const quote = own.find((one) => one.id === id)
    return quote === undefined ? 0 : Math.round((Number(quote.quantity) - Number(quote.remaining_quantity)) * 1e6)
  }
  const allocation = useAllocation({
    accounts: accounts.map(({ name }) => name),
    quantity: form.takeQuantity,
    minimum: market.min_block_size,
    increment: market.min_order_size_increment,
  })
  const isSplit = form.mode === 'TAKE' && allocation.isSplit
  const send = async (which: readonly Side[], wordsOf: (side: Side) => string) => {
    if (account === undefined && !isSplit) return
    const to = isSplit ? { allocations: allocation.parts } : { account: account! }
    const quotes = which.flatMap((side) => quoteToSend(sides[side], form, structure, { to, dealt, words: wordsOf(side) }) ?? [])
    const taken = await sending.send(quotes)
    if (taken.length > 0) act({ kind: 'sent', sides: taken })
  }
  const why = useWhyNot()
  return {
    ...made,
    sending,
    send,
    accounts,
    primary,
    account,
    noAccount,
    allocation,
    closed: why ?? (isSplit ? allocation.refused : noAccount),
  }
}

/** Why nothing can be sent at all, whatever is typed. */
function useWhyNot(): string | undefined {
  const closed = useTradeReason()
  const isConnected = useGroupConnection(({ state }) => state === 'OPEN')
  return closed ?? (isConnected ? undefined : 'The order book is not connected now.')
}
