import { accountVenues, accountVenuesOf, defaultAccountFor, venues, withDefaultAccount, type VenueCode } from '@parley/core'
import { SearchX, Search, TriangleAlert, Wallet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CouldNotLoad } from '../../../components/CouldNotLoad.tsx'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { Input } from '../../../components/Input.tsx'
import { Select } from '../../../components/Select.tsx'
import { Skeleton } from '../../../components/Skeleton.tsx'
import { tabId, Tabs } from '../../../components/Tabs.tsx'
import { errorMessage } from '../../../live/loadable.ts'
import { changePreferences, usePreferences, usePreferencesRefusal } from '../../../live/preferences.ts'
import { chooseVenueDefault, useVenueAccounts, type VenueAccount } from '../../../live/venue-accounts.ts'
import styles from './DefaultAccounts.module.css'
import {
  accountOptions,
  choiceOf,
  defaultAccountRows,
  missingAt,
  NO_DEFAULT_WARNING,
  venueLabel,
  type DefaultAccountRow,
} from './default-account-rows.ts'
import type { ViewProps } from './view.ts'

/** The same list on its own, opened when a venue has no default account. */
export const DefaultAccountsDialog = ({ venue, onClose }: { readonly venue: VenueCode; readonly onClose: () => void }) => (
  <Dialog open onClose={onClose} title="Default Accounts" place="top">
    <VenueTabs first={venue} />
  </Dialog>
)

export const DefaultAccounts = ({ carried }: ViewProps) => <VenueTabs first={carried.venue ?? accountVenues[0]!} />

function VenueTabs({ first }: { readonly first: VenueCode }) {
  const [venue, setVenue] = useState(first)
  const loaded = useVenueAccounts(({ accounts }) => accounts)
  const preferences = usePreferences()
  const tabs = accountVenuesOf(loaded.state === 'LOADED' ? loaded.data : []).map((id) => ({
    id,
    label: (
      <>
        {venueLabel(id)}
        {loaded.state === 'LOADED' && missingAt(preferences, loaded.data, id) > 0 && (
          <span className={styles['mark']} role="img" aria-label="without a default account">
            !
          </span>
        )}
      </>
    ),
  }))
  return (
    <div className={styles['panel']}>
      <div className={styles['tabs']}>
        <Tabs label="Venues" tabs={tabs} value={venue} onChange={setVenue} />
      </div>
      <div role="tabpanel" aria-labelledby={tabId(venue)} className={styles['page']}>
        {loaded.state === 'LOADING' ? (
          <Skeleton lines={6} />
        ) : loaded.state === 'FAILED' ? (
          <CouldNotLoad what="the accounts" words={loaded.words} retry={loaded.retry} />
        ) : loaded.data.some((account) => account.venue === venue) ? (
          <VenueList key={venue} venue={venue} accounts={loaded.data} />
        ) : (
          <Empty
            icon={Wallet}
            title={`Your desk has no account at ${venues[venue].name}`}
            text="Your desk administrator can connect one in the dashboard."
            action={<Warning />}
          />
        )}
      </div>
    </div>
  )
}

type VenueListProps = { readonly venue: VenueCode; readonly accounts: readonly VenueAccount[] }

function VenueList({ venue, accounts }: VenueListProps) {
  const [search, setSearch] = useState('')
  const [refused, setRefused] = useState<string>()
  const preferences = usePreferences()
  const notKept = usePreferencesRefusal()
  const rows = defaultAccountRows(preferences, accounts, venue, search)
  const choose = (product: DefaultAccountRow['product'], value: string) => {
    const choice = choiceOf(product, value, defaultAccountFor(preferences, accounts, venue)?.id)
    changePreferences((before) => withDefaultAccount(before, venue, product, choice))
    setRefused(undefined)
    if (product === 'all') chooseVenueDefault(venue, choice ?? null).catch((error: unknown) => setRefused(errorMessage(error)))
  }
  const words = refused ?? notKept
  return (
    <>
      <Input
        aria-label="Search products"
        placeholder="Search products"
        type="search"
        size="small"
        before={<Search size={14} />}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {words !== undefined && (
        <p className={styles['refused']} role="alert">
          {`Not saved: ${words}`}
        </p>
      )}
      <ul className={styles['list']} aria-label={`Default accounts at ${venues[venue].name}`}>
        {rows.map((row) => (
          <Row key={row.product} row={row} options={accountOptions(accounts, venue)} onChoose={(value) => choose(row.product, value)} />
        ))}
        {rows.length === 0 && (
          <li>
            <Empty
              icon={SearchX}
              title={`Nothing matches “${search.trim()}”`}
              text="Other products are hidden by the search."
              action={<Clear onPress={() => setSearch('')} />}
            />
          </li>
        )}
      </ul>
    </>
  )
}

const Clear = ({ onPress }: { readonly onPress: () => void }) => <Button onClick={onPress}>Clear search</Button>

type RowProps = {
  readonly row: DefaultAccountRow
  readonly options: ReturnType<typeof accountOptions>
  readonly onChoose: (value: string) => void
}

const Row = ({ row, options, onChoose }: RowProps) => (
  <li className={styles['row']}>
    <div className={styles['names']}>
      <span className={styles['title']}>
        {row.title}
        {row.product === 'all' && <span className={styles['primary']}>Primary</span>}
      </span>
      <span className={styles['text']}>{row.text}</span>
    </div>
    <Select
      className={styles['select']}
      aria-label={`Default account: ${row.title}`}
      value={row.account?.id ?? ''}
      options={options}
      isInvalid={row.account === undefined}
      menu="short"
      onChange={onChoose}
    />
    {row.account === undefined && <Warning />}
  </li>
)

export const Warning = ({ children }: { readonly children?: ReactNode }) => (
  <p className={styles['warning']}>
    <TriangleAlert size={14} aria-hidden="true" />
    <span>{NO_DEFAULT_WARNING}</span>
    {children}
  </p>
)
