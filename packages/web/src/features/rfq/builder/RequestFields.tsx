/** The fields that every request has, of one RFQ or of a list. */
import { GOOD_FOR_MS, lifetimeText } from '@parley/core'
import { Select } from '../../../components/Select.tsx'
import { NO_DEFAULT_ACCOUNT } from '../../account/settings/default-account-rows.ts'
import type { BuilderAction, BuilderForm } from './builder-form.ts'
import type { BuilderFacts } from './builder-summary.ts'

const lifetimes = GOOD_FOR_MS.map((ms) => ({ value: String(ms), label: lifetimeText(ms) }))

type GoodForProps = {
  readonly form: Pick<BuilderForm, 'goodForMs'>
  readonly act: (action: BuilderAction) => void
  readonly className?: string | undefined
}

export const GoodFor = ({ form, act, className }: GoodForProps) => (
  <Select
    className={className}
    label="Good for"
    value={String(form.goodForMs)}
    options={lifetimes}
    onChange={(ms) => act({ kind: 'lifetimeChosen', goodForMs: Number(ms) })}
  />
)

type AccountProps = {
  readonly form: Pick<BuilderForm, 'account'>
  readonly facts: Pick<BuilderFacts, 'accounts'>
  /** The account that is used unless the user chooses another one. */
  readonly primary: string | undefined
  readonly act: (action: BuilderAction) => void
  readonly error?: string | undefined
}

/** The account in which the request trades. */
export const RequestAccount = ({ form, facts, primary, act, error }: AccountProps) => (
  <Select
    label="Account"
    value={form.account === primary ? '' : form.account}
    error={error}
    options={[
      { value: '', label: primary === undefined ? NO_DEFAULT_ACCOUNT : `${primary} (default)` },
      ...facts.accounts.filter((name) => name !== primary).map((name) => ({ value: name, label: name })),
    ]}
    onChange={(account) => act({ kind: 'accountChosen', account })}
  />
)
