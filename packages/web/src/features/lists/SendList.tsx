import { createList } from '@parley/client'
import { lifetimeText, productsOf, type SheetRow } from '@parley/core'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Toggle } from '../../components/Choice.tsx'
import { Facts } from '../../components/Facts.tsx'
import { groupedText, MINUS } from '../../components/figure-text.ts'
import { Input } from '../../components/Input.tsx'
import { Remark } from '../../components/Remark.tsx'
import { navigate } from '../../components/router.ts'
import { LABEL_CHARACTERS, tooLongText } from '../../components/text-limit.ts'
import { send } from '../../live/api.ts'
import { useUser } from '../../live/session.ts'
import { useReportedAttempt } from '../../live/use-reported-attempt.ts'
import { useNewRfqReason } from '../../live/trade-reasons.ts'
import { ASK_APPROVAL } from '../order-entry/approval.ts'
import type { BuilderAction, BuilderForm } from '../rfq/builder/builder-form.ts'
import type { BuilderFacts } from '../rfq/builder/builder-summary.ts'
import { Makers } from '../rfq/builder/Makers.tsx'
import { GoodFor, RequestAccount } from '../rfq/builder/RequestFields.tsx'
import { useRequestKey } from '../rfq/builder/use-request-key.ts'
import { makersText } from '../rfq/builder/use-sending.ts'
import { useNeedsApprovalTogether } from '../rfq/use-notional-reasons.ts'
import { listAddress } from './list-address.ts'
import styles from './Lists.module.css'
import { listProblem, listTerms, readLines, type SheetLine, totalsOf } from './sheet-lines.ts'

type SendListProps = {
  readonly lines: readonly SheetLine[]
  readonly form: BuilderForm
  readonly facts: BuilderFacts
  readonly act: (action: BuilderAction) => void
  readonly onSent: (rows: readonly SheetRow[]) => void
}

/** The makers, the time and the name of the list, and exactly what the button sends. */
export function SendList({ lines, form, facts, act, onSent }: SendListProps) {
  const [name, setName] = useState('')
  const [showsSides, setShowsSides] = useState(true)
  const asked = form.makers ?? facts.makers.map((maker) => maker.desk_name)
  const sending = useListSending({ lines, form, facts, onSent, choices: { name, showsSides } })
  return (
    <section className={styles['send']} aria-label="Send the list">
      <Input
        label="Name (only your desk sees it)"
        size="small"
        value={name}
        error={tooLongText(name, LABEL_CHARACTERS)}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={styles['pair']}>
        <GoodFor form={form} act={act} />
        <RequestAccount {...{ form, facts, act }} primary={readLines(lines)[0]?.summary.defaultAccount} />
      </div>
      <Toggle checked={showsSides} onChange={setShowsSides}>
        Show my sides
      </Toggle>
      <Remark>
        {showsSides
          ? 'Makers see what you buy and sell, quote one side, and can send a net price for the whole list.'
          : 'Makers quote both sides and do not learn your direction. They cannot send a net price.'}
      </Remark>
      <Makers form={form} summary={{ asked }} facts={facts} act={act} />
      <Facts areSums label="Totals of the lines that are sent" of={totalTexts(lines, form.currency)} />
      <p role="status">{sending.reason ?? sentence(lines, asked.length, form, showsSides)}</p>
      <Button kind="primary" size="large" isBusy={sending.isBusy} disabledReason={sending.reason} onClick={() => void sending.send()}>
        {sending.asks ? ASK_APPROVAL : `Send ${totalsOf(lines).lines} lines to ${makersText(asked.length)}`}
      </Button>
    </section>
  )
}

function sentence(lines: readonly SheetLine[], makers: number, { isAnonymous, goodForMs }: BuilderForm, showsSides: boolean): string {
  const unread = lines.filter(({ state }) => state === 'UNREAD').map(({ sheet }) => sheet.row)
  const left = unread.length === 0 ? '' : ` ${unread.length === 1 ? 'Row' : 'Rows'} ${unread.join(', ')} will not be sent.`
  const who = isAnonymous ? '“Anonymous”' : 'your desk’s name'
  return `Sends ${lines.length - unread.length} lines to ${makersText(makers)} for ${lifetimeText(goodForMs)}. They see ${who}, the lines${showsSides ? ' and your sides' : ''}.${left}` // prettier-ignore
}

function totalTexts(lines: readonly SheetLine[], currency: string): readonly (readonly [string, string])[] {
  const totals = totalsOf(lines)
  const unit = readLines(lines)[0]?.summary.quoteCurrency ?? currency
  const signed = (value: number | undefined, digits: number) =>
    value === undefined ? 'not known' : `${value < 0 ? MINUS : ''}${groupedText(Math.abs(value), digits)}`
  return [
    ['Lines', String(totals.lines)],
    ['Bought · sold', `${groupedText(totals.bought, 1)} · ${groupedText(totals.sold, 1)}`],
    [`Net at mark, ${unit}`, signed(totals.mark, 4)],
    [`Delta, ${currency}`, signed(totals.delta, 2)],
    ['Vega, $ / vol', signed(totals.vega, 0)],
  ]
}

type Sent = Pick<SendListProps, 'lines' | 'form' | 'facts' | 'onSent'> & { readonly choices: Parameters<typeof listTerms>[2] }

function useListSending({ lines, form, facts, onSent, choices }: Sent) {
  const { restricted_ip_rfqs_left: left } = useUser()
  const request = useRequestKey()
  const { isBusy, run } = useReportedAttempt({ title: 'List rejected', onFailed: request.failed })
  const structures = readLines(lines).flatMap(({ summary }) => summary.structure ?? [])
  const products = [...new Set(structures.flatMap((structure) => productsOf(structure)))]
  const closed = useNewRfqReason({ audience: 'DIRECT', products })
  const restricted =
    left === null ? undefined : 'You signed in from a restricted address, from which no lists can be sent. Sign in from another address.'
  const reason = restricted ?? listProblem(lines, facts.openRfqs) ?? tooLongText(choices.name, LABEL_CHARACTERS) ?? closed
  const isAbove = useNeedsApprovalTogether({ venue: form.venue, baseCurrency: form.currency })
  const asks = reason === undefined && isAbove(readLines(lines).map(({ summary: { structure }, quantity }) => ({ structure, quantity })))
  const sendNow = async () => {
    if (isBusy || reason !== undefined) return
    await run(async () => {
      const terms = listTerms(lines, form, choices)
      const list = await send(createList(terms), { idempotencyKey: request.keyOf(terms) })
      onSent(readLines(lines).map(({ sheet }) => sheet))
      navigate(listAddress(list.id))
    })
  }
  return { isBusy, reason, asks, send: sendNow }
}
