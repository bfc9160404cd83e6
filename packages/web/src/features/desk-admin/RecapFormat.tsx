import { deskCalls } from '@parley/contracts'
import { DEFAULT_RECAP, hasRight, isRefusal, printRecap, readRecap, type RecapFacts, recapLimits, recapWords } from '@parley/core'
import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { Input } from '../../components/Input.tsx'
import { toast } from '../../components/toasts.ts'
import { useForm } from '../../components/use-form.ts'
import { client } from '../../live/api.ts'
import { refreshUser, useUser } from '../../live/session.ts'
import { tryChange } from './change.ts'
import { onlyAdministrators, Page } from './Page.tsx'
import styles from './RecapFormat.module.css'

/** A trade with everything that a format can print. */
const example: RecapFacts = {
  ...{ side: 'Bought', quantity: '50', structure: 'BTC 25DEC26 90k/100k call spread', price: '0.0412', premium: '2.06 BTC' },
  ...{ fills: 'LIND 20 @ 0.0412 + HLYD 30 @ 0.0412', counterparties: 'LIND + HLYD', index: '91,600' },
  ...{ hedge: 'sold $1,532,990 BTC-PERP at 91,445.0', venue: 'Deribit', account: 'prop-1', blocks: 'BLOCK-152' },
  ...{ fee: '0.015 BTC', rfq: 'r_8QF4', time: '2026-11-30 12:19:10 UTC' },
}

/** The format in which the desk's members copy trades as text (rulebook 3.24), with the text of an example. */
export function RecapFormat() {
  const user = useUser()
  const used = user.trading_desk?.recap_format ?? DEFAULT_RECAP
  return (
    <Page
      title="Trades as text"
      about="The post-trade card copies a trade as one line of text, for a chat or a ticket. All members of the desk use the same format."
    >
      <div className={styles['form']}>
        {hasRight(user.role, 'Administer') ? (
          <FormatForm key={used} used={used} />
        ) : (
          <>
            <Preview format={used} />
            <p className={styles['now']}>{onlyAdministrators}</p>
          </>
        )}
        <Words />
      </div>
    </Page>
  )
}

function FormatForm({ used }: { readonly used: string }) {
  const form = useForm({
    initial: { format: used },
    most: { format: recapLimits.characters },
    check: ({ format }) => ({ format: problemOf(format) }),
    send: ({ format }) => save(format),
  })
  const { format } = form.values
  return (
    <form className={styles['fields']} onSubmit={form.onSubmit} noValidate>
      <Input label="Format" {...form.field('format')} error={problemOf(format) ?? form.field('format').error} />
      <Preview format={format} />
      <div className={styles['buttons']}>
        <Button kind="primary" type="submit" isBusy={form.isSending} disabledReason={unsavableReason(format, used)}>
          Save
        </Button>
        <Button
          disabledReason={format === DEFAULT_RECAP ? 'This is the default format.' : undefined}
          onClick={() => form.change('format', DEFAULT_RECAP)}
        >
          Use the default format
        </Button>
      </div>
      {form.refused !== undefined && <p role="alert">{form.refused}</p>}
    </form>
  )
}

const problemOf = (format: string): string | undefined => {
  const recap = readRecap(format)
  return isRefusal(recap) ? recap.message : undefined
}

const unsavableReason = (format: string, used: string): string | undefined =>
  format === used ? 'This format is already saved.' : problemOf(format)

/** The default format is stored as none, so that it follows later versions. */
async function save(format: string): ReturnType<typeof tryChange> {
  const refused = await tryChange(() =>
    client.call(deskCalls.setRecapFormat, { body: { format: format === DEFAULT_RECAP ? null : format } }),
  )
  if (refused !== undefined) return refused
  await refreshUser()
  toast({ key: 'recap-format', tone: 'done', title: 'Saved', text: 'Trades are copied in this format from now on.' })
  return undefined
}

function Preview({ format }: { readonly format: string }) {
  const recap = readRecap(format)
  return (
    <section className={styles['preview']} aria-label="Example">
      <h2>Example</h2>
      <p className={styles['text']}>{isRefusal(recap) ? '—' : printRecap(recap, example)}</p>
    </section>
  )
}

const Words = () => (
  <section className={styles['words']} aria-label="Words">
    <h2>Words</h2>
    <p>A word in braces stands for a fact of the trade. A part in square brackets is left out if one of its words is not known.</p>
    <Facts of={Object.entries(recapWords).map(([word, meaning]) => [`{${word}}`, meaning] as const)} />
  </section>
)
