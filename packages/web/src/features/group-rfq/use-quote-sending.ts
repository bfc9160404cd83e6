/** Sends quotes, one or both sides in one call, and keeps what became of each with its time. */
import { ClientError } from '@parley/client'
import type { BatchVerdictView, GroupQuoteView } from '@parley/contracts'
import { useState } from 'react'
import { toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { serverNow } from '../../live/connection.ts'
import { groupCalls } from '../../live/group-base.ts'
import { useGroupLive } from '../../live/group-store.ts'
import { wordsOf } from '../../live/loadable.ts'
import type { WirePart } from '../allocation/shares.ts'
import type { Refused, Step } from '../direct-rfq/ticket/use-order-sending.ts'
import { answerWords } from './quote-words.ts'
import type { Side } from './quote-form.ts'

export type QuoteToSend = {
  readonly side: Side
  /** What a message about it calls it. */
  readonly words: string
  readonly replaces: number | undefined
  readonly quantity: string
  readonly legs: readonly { readonly instrument_id: number; readonly price: string }[]
  readonly ioc: boolean
  readonly post_only: boolean
  readonly is_hidden: boolean
  /** Of one order over several accounts the parts, in place of the account. */
  readonly account?: string
  readonly allocations?: readonly WirePart[]
}

export type QuoteSending = ReturnType<typeof useQuoteSending>

export function useQuoteSending(marketId: number) {
  const [isBusy, setIsBusy] = useState(false)
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [refused, setRefused] = useState<Refused>()
  const [dealtBefore, setDealtBefore] = useState<ReadonlySet<number>>(new Set())
  const refuse = (what: string, words: string, field?: string) => {
    setRefused({ words, at: serverNow(), field })
    toast({ key: `quote-${marketId}`, tone: 'refused', title: 'Quote refused', text: `${what}: ${words}` })
  }
  /** Answers the sides that were taken. */
  const send = async (quotes: readonly QuoteToSend[]): Promise<readonly Side[]> => {
    if (isBusy || quotes.length === 0) return []
    setIsBusy(true)
    setRefused(undefined)
    setDealtBefore(
      new Set(
        useGroupLive
          .getState()
          .tradesByMarket.get(marketId)
          ?.map(({ id }) => id),
      ),
    )
    setSteps([
      { word: 'Pressed', at: serverNow() },
      { word: 'Sent', at: serverNow() },
    ])
    try {
      const verdicts = await (quotes.length === 1 ? sendOne(marketId, quotes[0]!) : sendBoth(marketId, quotes))
      const taken = verdicts.flatMap(({ quote }, place) => (quote === null ? [] : [{ quote, sent: quotes[place]! }]))
      const word = ({ quote }: { quote: GroupQuoteView }) =>
        (quotes.length === 1 ? '' : quote.side === 'BUY' ? 'Bid: ' : 'Ask: ') + answerWords(quote)
      setSteps((before) => [...before, ...taken.map((one) => ({ word: word(one), at: serverNow() }))])
      for (const [place, { error }] of verdicts.entries()) if (error !== null) refuse(quotes[place]!.words, error.message)
      return taken.map(({ sent }) => sent.side)
    } catch (error) {
      refuse(quotes.map(({ words }) => words).join(', '), wordsOf(error), error instanceof ClientError ? error.member : undefined)
      return []
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, steps, refused, dealtBefore, send }
}

type Verdict = Pick<BatchVerdictView, 'quote' | 'error'>

/** Lists as the calls take them. */
const onWire = ({ words: _words, replaces: _replaces, legs, allocations, ...quote }: QuoteToSend) => ({
  ...quote,
  legs: [...legs],
  ...(allocations === undefined ? {} : { allocations: [...allocations] }),
})

async function sendOne(id: number, sent: QuoteToSend): Promise<readonly Verdict[]> {
  const { replaces } = sent
  const body = onWire(sent)
  const answer =
    replaces === undefined
      ? await write(groupCalls().createQuote, { params: { id }, body })
      : await write(groupCalls().replaceQuote, { params: { id, quote_id: replaces }, body })
  return [{ quote: answer, error: null }]
}

/** One call for both: one that is refused leaves the other. */
async function sendBoth(id: number, quotes: readonly QuoteToSend[]): Promise<readonly Verdict[]> {
  const bodies = quotes.map((quote) => ({
    ...onWire(quote),
    rfq_id: id,
    ...(quote.replaces === undefined ? {} : { quote_id: quote.replaces }),
  }))
  const { results } = await write(groupCalls().createQuotes, { body: { quotes: bodies } })
  return results
}
