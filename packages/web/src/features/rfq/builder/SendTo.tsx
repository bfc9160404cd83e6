import { Input } from '../../../components/Input.tsx'
import { NumberField } from '../../../components/NumberField.tsx'
import { Select } from '../../../components/Select.tsx'
import { formatQuantity } from '@parley/core'
import { NO_DEFAULT_ACCOUNT } from '../../account/settings/default-account-rows.ts'
import type { BuilderAction, BuilderForm } from './builder-form.ts'
import { nearestQuantity, type BuilderFacts, type BuilderSummary } from './builder-summary.ts'
import { Makers } from './Makers.tsx'
import { dollarFuture } from './short-name.ts'
import { MinimumBlock } from './MinimumBlock.tsx'
import styles from './SendTo.module.css'

type SendToProps = {
  readonly form: BuilderForm
  readonly summary: BuilderSummary
  readonly facts: BuilderFacts
  readonly act: (action: BuilderAction) => void
}

/** How much, from which account, and who is asked. */
export const SendTo = (props: SendToProps) => (
  <section className={styles['send']}>
    <div className={styles['size']}>
      <Size {...props} />
    </div>
    <Makers {...props} />
    <Input
      className={styles['label']}
      label="Label (only your desk sees it)"
      size="small"
      maxLength={128}
      value={props.form.label}
      onChange={(event) => props.act({ kind: 'labelTyped', label: event.target.value })}
    />
  </section>
)

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
        <Select
          label="Account"
          value={form.account === primary ? '' : form.account}
          error={noAccount}
          options={[
            { value: '', label: primary === undefined ? NO_DEFAULT_ACCOUNT : `${primary} (default)` },
            ...facts.accounts.filter((name) => name !== primary).map((name) => ({ value: name, label: name })),
          ]}
          onChange={(account) => act({ kind: 'accountChosen', account })}
        />
      </div>
      {minimum !== undefined && <MinimumBlock minimum={minimum} />}
    </>
  )
}
