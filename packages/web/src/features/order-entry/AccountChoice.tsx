import { useState } from 'react'
import { Select } from '../../components/Select.tsx'
import styles from './AccountChoice.module.css'

type AccountChoiceProps = {
  /** The desk's accounts, by name. */
  readonly accounts: readonly string[]
  /** The account used by default, as the list names it. If it is one account, it need not be listed again. */
  readonly usual: { readonly words: string; readonly account?: string | undefined }
  /** The account that is used at the moment. */
  readonly account: string | undefined
  /** Empty uses the default. */
  readonly chosen: string
  readonly onChoose: (account: string) => void
}

/** The account of a quote: shown as a name, until the user of several accounts wants another one. */
export function AccountChoice({ accounts, usual, account, chosen, onChoose }: AccountChoiceProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  if (!isChoosing)
    return (
      <span className={styles['account']}>
        Account{' '}
        {accounts.length < 2 ? (
          <b>{account ?? '—'}</b>
        ) : (
          <button type="button" className={styles['choose']} onClick={() => setIsChoosing(true)}>
            {account ?? 'choose'}
          </button>
        )}
      </span>
    )
  return (
    <Select
      aria-label="Account"
      size="small"
      value={chosen}
      options={[
        { value: '', label: usual.words },
        ...accounts.filter((name) => name !== usual.account).map((name) => ({ value: name, label: name })),
      ]}
      onChange={onChoose}
    />
  )
}
