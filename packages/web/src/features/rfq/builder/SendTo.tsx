import { Input } from '../../../components/Input.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { LABEL_CHARACTERS, tooLongText } from '../../../components/text-limit.ts'
import { formatQuantity, venues } from '@parley/core'
import { Toggle } from '../../../components/Choice.tsx'
import { useDefaultAccounts } from '../../account/settings/use-default-account.ts'
import type { BuilderAction, BuilderForm } from './builder-form.ts'
import { nearestQuantity, type BuilderFacts, type BuilderSummary } from './builder-summary.ts'
import { BookedByBoth } from './BookedByBoth.tsx'
import { Makers } from './Makers.tsx'
import { dollarFuture } from './short-name.ts'
import { MinimumBlock } from './MinimumBlock.tsx'
import { RequestAccount } from './RequestFields.tsx'
import styles from './SendTo.module.css'

type SendToProps = {
  readonly form: BuilderForm
  readonly summary: BuilderSummary
  readonly facts: BuilderFacts
  readonly act: (action: BuilderAction) => void
}

/** The quantity, the account and the makers to ask. */
export const SendTo = (props: SendToProps) => (
  <section className={styles['send']}>
    <div className={styles['size']}>
      <Size {...props} />
    </div>
    <BookedByBoth structure={props.summary.structure} />
    <Makers {...props} />
    <VenueMakers {...props} />
    <Input
      className={styles['label']}
      label="Label (only your desk sees it)"
      size="small"
      error={tooLongText(props.form.label, LABEL_CHARACTERS)}
      value={props.form.label}
      onChange={(event) => props.act({ kind: 'labelTyped', label: event.target.value })}
    />
  </section>
)

/** Only if the venue has makers of its own. Their quotes appear in the same ladder. */
function VenueMakers({ form, summary, act }: SendToProps) {
  const { name, hasMakers } = venues[form.venue]
  const { accounts } = useDefaultAccounts(form.venue)
  const used = form.account === '' ? summary.defaultAccount : form.account
  const reason = accounts.find((account) => account.name === used)?.cannotAskMakers ?? undefined
  if (!hasMakers) return null
  return (
    <div className={styles['venue']}>
      <Toggle
        checked={form.alsoAsksVenue}
        disabled={reason !== undefined && !form.alsoAsksVenue}
        onChange={(isOn) => act({ kind: 'venueAsked', isOn })}
      >
        {`Also ask ${name}’s makers`}
      </Toggle>
      <small>
        {reason ??
          (form.alsoAsksVenue
            ? `Sent through ${name}’s Block RFQ from your account. Your key needs block_rfq:read_write. Quotes appear after 5 s.`
            : 'Their quotes will appear next to the others as DBT-RFQ.')}
      </small>
    </div>
  )
}

function Size({ form, summary, facts, act }: SendToProps) {
  const minimum = summary.minimum
  const minimumText = minimum === undefined ? undefined : formatQuantity(minimum.minimum)
  const wrong =
    summary.problem?.field === 'quantity' && form.quantity !== undefined && form.quantity !== '' ? summary.problem.message : undefined
  const accepted = wrong === undefined || minimum === undefined ? undefined : nearestQuantity(form.quantity ?? '', minimum)
  const remedy =
    accepted === undefined ? undefined : { label: `Use ${accepted}`, apply: () => act({ kind: 'quantityTyped', quantity: accepted }) }
  const primary = summary.defaultAccount
  const noAccount = summary.problem?.field === 'account_name' && primary === undefined ? summary.problem.message : undefined
  return (
    <>
      <div className={styles['fields']}>
        <NumberField
          label={`Quantity (${dollarFuture(summary) === undefined ? form.currency : 'USD'})`}
          value={form.quantity}
          step={minimum === undefined ? '1' : formatQuantity(minimum.increment)}
          isRounded={minimum !== undefined}
          stepFrom={minimumText}
          hint={minimumText === undefined ? undefined : `min ${minimumText}`}
          error={wrong}
          remedy={remedy}
          onChange={(quantity) => act({ kind: 'quantityTyped', quantity })}
        />
        <RequestAccount {...{ form, facts, primary, act }} error={noAccount} />
      </div>
      {minimum !== undefined && summary.structure !== undefined && <MinimumBlock structure={summary.structure} minimum={minimum} />}
    </>
  )
}
