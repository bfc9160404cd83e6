import { deskCalls, type VenueAccountView } from '@parley/contracts'
import { accountVenues, hasRight } from '@parley/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { StatusBadge, VenueBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { client } from '../../live/api.ts'
import { useUser } from '../../live/session.ts'
import { RowButton, RowButtons } from './cells.tsx'
import { ConfirmChange, type Confirmation } from './ConfirmChange.tsx'
import { reload, useList } from './desk-lists.ts'
import { onlyAdministrators, Page } from './Page.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { VenueAccountDialog, type VenueAccountTask } from './VenueAccountDialog.tsx'
import { venueName } from './venue-words.ts'
import styles from './VenueAccounts.module.css'

type Venue = VenueAccountView['venue']

export function VenueAccounts() {
  const user = useUser()
  const accounts = useList('venueAccounts')
  const disabledReason = hasRight(user.role, 'Administer') ? undefined : onlyAdministrators
  const [task, setTask] = useState<VenueAccountTask>()
  const [change, setChange] = useState<Confirmation>()
  return (
    <Page
      title="Venue accounts"
      about="Where the desk's trades settle. Credentials are kept encrypted and are never shown again. Each member may choose a default of their own in Settings."
    >
      {accounts.state === 'LOADING' && <Skeleton lines={6} label="Loading venue accounts" />}
      {accounts.state === 'FAILED' && <CouldNotLoad what="venue accounts" words={accounts.words} retry={accounts.retry} />}
      {accounts.state === 'LOADED' && (
        <div className={styles['venues']}>
          {accountVenues.map((venue) => (
            <VenuePanel
              key={venue}
              venue={venue}
              accounts={accounts.data.filter((account) => account.venue === venue)}
              disabledReason={disabledReason}
              onTask={setTask}
              onChange={setChange}
            />
          ))}
        </div>
      )}
      {task !== undefined && <VenueAccountDialog task={task} onClose={() => setTask(undefined)} />}
      {change !== undefined && <ConfirmChange change={change} onClose={() => setChange(undefined)} />}
    </Page>
  )
}

type PanelProps = {
  readonly venue: Venue
  readonly accounts: readonly VenueAccountView[]
  readonly disabledReason: string | undefined
  readonly onTask: (task: VenueAccountTask) => void
  readonly onChange: (change: Confirmation) => void
}

const VenuePanel = (props: PanelProps) => (
  <section className={styles['venue']} aria-label={venueName[props.venue]}>
    <header className={styles['head']}>
      <VenueBadge venue={props.venue} />
      <h2 className={styles['name']}>{venueName[props.venue]}</h2>
      <Button
        size="small"
        icon={<Plus size={13} />}
        aria-label={`Add an account at ${venueName[props.venue]}`}
        disabledReason={props.disabledReason}
        onClick={() => props.onTask({ kind: 'add', venue: props.venue })}
      >
        Add
      </Button>
    </header>
    {props.accounts.length === 0 ? (
      <p className={styles['none']}>
        No account yet: the desk cannot settle trades at {venueName[props.venue]}. Add one with the client id and secret of an API key made
        there.
      </p>
    ) : (
      <ul className={styles['accounts']} aria-label={`Accounts at ${venueName[props.venue]}`}>
        {props.accounts.map((account) => (
          <Account key={account.id} account={account} {...props} />
        ))}
      </ul>
    )}
  </section>
)

const Account = ({ account, accounts, disabledReason, onTask, onChange }: PanelProps & { readonly account: VenueAccountView }) => (
  <li className={styles['account']}>
    <span className={styles['accountName']}>{account.name}</span>
    {account.is_default && <StatusBadge tone="mine">Default</StatusBadge>}
    <RowButtons>
      {!account.is_default && (
        <RowButton
          label="Make default"
          of={account.name}
          disabledReason={disabledReason}
          onPress={() => onChange(makeDefault(account, accounts))}
        />
      )}
      <RowButton
        label="Replace credentials"
        of={account.name}
        disabledReason={disabledReason}
        onPress={() => onTask({ kind: 'replace', account })}
      />
      <RowButton label="Remove" of={account.name} disabledReason={disabledReason} onPress={() => onChange(removal(account, accounts))} />
    </RowButtons>
  </li>
)

function makeDefault(account: VenueAccountView, accounts: readonly VenueAccountView[]): Confirmation {
  const before = accounts.find((one) => one.is_default)
  return {
    title: `Make ${account.name} the default?`,
    consequence: `New RFQs and orders at ${venueName[account.venue]} settle in ${account.name}${
      before === undefined ? '' : ` instead of ${before.name}`
    }, unless somebody chooses another account. What is open keeps its account.`,
    label: 'Make default',
    kind: 'primary',
    run: async () => {
      await client.call(deskCalls.updateVenueAccount, { params: { id: account.id }, body: { is_default: true } })
      await reload('venueAccounts')
    },
    done: `${account.name} is the default at ${venueName[account.venue]}`,
  }
}

function removal(account: VenueAccountView, accounts: readonly VenueAccountView[]): Confirmation {
  const isLast = accounts.length === 1
  return {
    title: `Remove ${account.name}?`,
    consequence: `Trades that are being settled keep this account to their end; nothing new settles in it.${
      isLast ? ` It is the only one at ${venueName[account.venue]}: the desk cannot trade there until another is added.` : ''
    }`,
    label: 'Remove',
    kind: 'danger',
    run: async () => {
      await client.call(deskCalls.removeVenueAccount, { params: { id: account.id } })
      await reload('venueAccounts')
    },
    done: `${account.name} was removed`,
  }
}
