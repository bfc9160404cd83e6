import { venueAccountCalls, type VenueAccountView } from '@parley/contracts'
import { hasRight, unifiedVenueCodes, venueForms, type AccountVenue } from '@parley/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { VenueBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { client } from '../../live/api.ts'
import { useUser } from '../../live/session.ts'
import { useChange } from './change.ts'
import { ConfirmChange, type Confirmation } from './ConfirmChange.tsx'
import { reload, useList } from './desk-lists.ts'
import { onlyAdministrators, Page } from './Page.tsx'
import { VenueAccountPanel } from './VenueAccountPanel.tsx'
import type { VenueAccountTask } from './use-account-form.ts'
import { VenueAccountRow, type RowActions } from './VenueAccountRow.tsx'
import { shownVenues, venueName } from './venue-account-text.ts'
import styles from './VenueAccounts.module.css'

export function VenueAccounts() {
  const user = useUser()
  const accounts = useList('venueAccounts')
  const disabledReason = hasRight(user.role, 'Administer') ? undefined : onlyAdministrators
  const [task, setTask] = useState<VenueAccountTask>()
  const [change, setChange] = useState<Confirmation>()
  const checking = useChange()
  const all = accounts.state === 'LOADED' ? accounts.data : []
  const actions: RowActions = {
    isChecking: checking.isBusy,
    check: ({ id, name }) =>
      void checking.run(`Check of ${name}`, async () => {
        await client.call(venueAccountCalls.checkVenueAccount, { params: { id }, body: {} })
        await reload('venueAccounts')
      }),
    edit: (account) => setTask({ kind: 'replace', venue: account.venue, account }),
    makeDefault: (account) => setChange(makeDefault(account, at(all, account.venue))),
    remove: (account) => setChange(removal(account, at(all, account.venue))),
  }
  return (
    <Page
      title="Venue accounts"
      about="The accounts in which the desk's trades settle. Keys are stored encrypted, never shown again, and checked every 5 minutes. Each member can choose a default account in Settings."
    >
      {accounts.state === 'LOADING' && <Skeleton lines={6} label="Loading venue accounts" />}
      {accounts.state === 'FAILED' && <CouldNotLoad what="venue accounts" words={accounts.words} retry={accounts.retry} />}
      {accounts.state === 'LOADED' && (
        <div className={styles['venues']}>
          <div className={styles['columns']} aria-hidden="true">
            <span>Account</span>
            <span>Health and last success</span>
            <span>Scopes we checked</span>
            <span>Key</span>
          </div>
          {shownVenues.map((venue) => (
            <VenueSection
              key={venue}
              venue={venue}
              accounts={at(all, venue)}
              disabledReason={disabledReason}
              actions={actions}
              onAdd={() => setTask({ kind: 'add', venue })}
            />
          ))}
        </div>
      )}
      {task !== undefined && <VenueAccountPanel task={task} accounts={at(all, task.venue)} onClose={() => setTask(undefined)} />}
      {change !== undefined && <ConfirmChange change={change} onClose={() => setChange(undefined)} />}
    </Page>
  )
}

const at = (accounts: readonly VenueAccountView[], venue: AccountVenue): readonly VenueAccountView[] =>
  accounts.filter((account) => account.venue === venue)

type SectionProps = {
  readonly venue: AccountVenue
  readonly accounts: readonly VenueAccountView[]
  readonly disabledReason: string | undefined
  readonly actions: RowActions
  readonly onAdd: () => void
}

const VenueSection = ({ venue, accounts, disabledReason, actions, onAdd }: SectionProps) => (
  <section className={styles['venue']} aria-label={venueName(venue)}>
    <header className={styles['head']}>
      <VenueBadge venue={venue} />
      <h2 className={styles['name']}>{venueName(venue)}</h2>
      <p className={styles['settles']}>{venueForms[venue].settles}</p>
      <Button
        size="small"
        icon={<Plus size={13} />}
        aria-label={`Add an account at ${venueName(venue)}`}
        disabledReason={disabledReason}
        onClick={onAdd}
      >
        Add
      </Button>
    </header>
    {accounts.length > 0 ? (
      <ul className={styles['accounts']} aria-label={`Accounts at ${venueName(venue)}`}>
        {accounts.map((account) => (
          <VenueAccountRow key={account.id} account={account} disabledReason={disabledReason} actions={actions} />
        ))}
      </ul>
    ) : (
      isTradedHere(venue) && (
        <p className={styles['none']}>No account yet. The desk cannot settle trades at {venueName(venue)} until one is connected.</p>
      )
    )}
  </section>
)

const isTradedHere = (venue: AccountVenue): boolean => unifiedVenueCodes.some((code) => code === venue)

function makeDefault(account: VenueAccountView, accounts: readonly VenueAccountView[]): Confirmation {
  const before = accounts.find((one) => one.is_default)
  return {
    title: `Make ${account.name} the default?`,
    consequence: `New RFQs and orders at ${venueName(account.venue)} settle in ${account.name}${
      before === undefined ? '' : ` instead of ${before.name}`
    }, unless another account is chosen. Open RFQs and orders keep their account.`,
    label: 'Make default',
    kind: 'primary',
    run: async () => {
      await client.call(venueAccountCalls.updateVenueAccount, { params: { id: account.id }, body: { is_default: true } })
      await reload('venueAccounts')
    },
    done: `${account.name} is now the default at ${venueName(account.venue)}`,
  }
}

function removal(account: VenueAccountView, accounts: readonly VenueAccountView[]): Confirmation {
  const isLast = isTradedHere(account.venue) && accounts.length === 1
  return {
    title: `Remove ${account.name}?`,
    consequence: `Trades that are settling finish in this account. Nothing new settles in it.${
      isLast ? ` It is the only account at ${venueName(account.venue)}. The desk cannot trade there until you add another.` : ''
    }`,
    label: 'Remove',
    kind: 'danger',
    run: async () => {
      await client.call(venueAccountCalls.removeVenueAccount, { params: { id: account.id } })
      await reload('venueAccounts')
    },
    done: `${account.name} removed`,
  }
}
