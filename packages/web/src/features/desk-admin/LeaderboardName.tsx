import { leaderboardCalls as calls, type LeaderPreferencesView, type LeaderVolumesView } from '@parley/contracts'
import { hasRight } from '@parley/core'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { toast } from '../../components/toasts.ts'
import { write } from '../../live/api.ts'
import { useOnce } from '../../live/loadable.ts'
import { refreshUser, useUser } from '../../live/session.ts'
import { dollarText } from '../../components/figure-text.ts'
import { useChange } from './change.ts'
import styles from './LeaderboardName.module.css'
import { Options, type OptionLine } from './Options.tsx'
import { onlyAdministrators, Page } from './Page.tsx'

type Choice = 'ANONYMOUS' | 'NAMED'

const options: readonly OptionLine<Choice>[] = [
  {
    value: 'ANONYMOUS',
    name: 'Anonymous',
    meaning: 'No other firm sees your row. Your figures are counted only in a total with at least four other anonymous firms.',
  },
  {
    value: 'NAMED',
    name: 'Under your firm’s name',
    meaning: 'All firms see your name, your rank and your figures, with every filter.',
  },
]

/** Whether the firm is named on the leaderboard (rulebook 20.9), and a preview of what others will see. */
export function LeaderboardName() {
  const preferences = useOnce(calls.getLeaderPreferences, {})
  return (
    <Page
      title="Leaderboard"
      about="How other firms see yours on the leaderboard. You always see your own row and rank. A change takes effect from the next day (UTC). Earlier days do not change."
    >
      {preferences.state === 'LOADING' && <Skeleton lines={4} label="Loading the setting" />}
      {preferences.state === 'FAILED' && <CouldNotLoad what="the setting" words={preferences.words} retry={preferences.retry} />}
      {preferences.state === 'LOADED' && <ChoiceForm loaded={preferences.data} />}
    </Page>
  )
}

const choiceOf = ({ disabled_leaderboard_anonymity: isNamed }: LeaderPreferencesView): Choice => (isNamed ? 'NAMED' : 'ANONYMOUS')

function ChoiceForm({ loaded }: { readonly loaded: LeaderPreferencesView }) {
  const user = useUser()
  const [held, setHeld] = useState(loaded)
  const [choice, setChoice] = useState<Choice>(choiceOf(loaded))
  const { isBusy, run } = useChange()
  const isAdministrator = hasRight(user.role, 'Administer')
  const save = () =>
    run('The setting', async () => {
      setHeld(await write(calls.setLeaderPreferences, { body: { disabled_leaderboard_anonymity: choice === 'NAMED' } }))
      await refreshUser()
      toast({ key: 'leaderboard-name', tone: 'done', title: 'Saved', text: `Takes effect on ${dayText(tomorrow())} (UTC).` })
    })
  return (
    <div className={styles['form']}>
      <p className={styles['now']}>
        {held.is_named_today ? `Today other firms see ${user.firm.name}.` : 'Today other firms do not see your name.'}{' '}
        {choiceOf(held) !== (held.is_named_today ? 'NAMED' : 'ANONYMOUS') &&
          held.counts_from !== null &&
          `From ${dayText(held.counts_from)} they ${held.disabled_leaderboard_anonymity ? 'will' : 'no longer will'}.`}
      </p>
      {isAdministrator && (
        <Options legend="Other firms see you" name="leaderboard-name" value={choice} options={options} onChange={setChoice} />
      )}
      <Preview choice={choice} />
      {isAdministrator ? (
        <div>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabledReason={choice === choiceOf(held) ? 'This setting is already saved.' : undefined}
            onClick={() => void save()}
          >
            Save
          </Button>
        </div>
      ) : (
        <p className={styles['now']}>{onlyAdministrators}</p>
      )}
    </div>
  )
}

const DAY_MS = 86_400_000
const tomorrow = (): number => (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS
const dayText = (at: number): string =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The row as others will see it. It shows the figures of the last thirty days as an example. */
function Preview({ choice }: { readonly choice: Choice }) {
  const volumes = useOnce(calls.leaderVolumes, { query: {} })
  const user = useUser()
  return (
    <section className={styles['preview']} aria-label="What others will see">
      <h2>What others will see from {dayText(tomorrow())}</h2>
      {volumes.state === 'LOADING' && <Skeleton lines={1} label="Loading your leaderboard row" />}
      {volumes.state === 'FAILED' && <CouldNotLoad what="your leaderboard row" words={volumes.words} retry={volumes.retry} />}
      {volumes.state === 'LOADED' && <PreviewRow choice={choice} firm={user.firm.name} volumes={volumes.data} />}
      <p>
        {choice === 'NAMED'
          ? 'This example shows your last 30 days. Other firms will see only later days, and can compare them with the public tape.'
          : 'Other firms no longer see your row. Days on which your name was shown do not change.'}
      </p>
    </section>
  )
}

type RowProps = { readonly choice: Choice; readonly firm: string; readonly volumes: LeaderVolumesView }

function PreviewRow({ choice, firm, volumes }: RowProps) {
  const own = volumes.results.find(({ is_own }) => is_own)
  if (choice === 'ANONYMOUS')
    return (
      <p className={styles['row']}>
        <b>Anonymous firms</b>
        <span>one total for five firms or more</span>
      </p>
    )
  return (
    <p className={styles['row']}>
      <b>{firm}</b>
      <span>{own?.rank == null ? 'no rank yet' : `rank ${own.rank}`}</span>
      <span>{dollarText(Number(own?.volume_usd ?? 0))}</span>
      <span>{own?.trades ?? 0} trades</span>
    </p>
  )
}
