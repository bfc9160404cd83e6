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
import { dollarText } from '../market-data/figure-text.ts'
import { useChange } from './change.ts'
import styles from './LeaderboardName.module.css'
import { Options, type OptionLine } from './Options.tsx'
import { onlyAdministrators, Page } from './Page.tsx'

type Choice = 'ANONYMOUS' | 'NAMED'

const options: readonly OptionLine<Choice>[] = [
  {
    value: 'ANONYMOUS',
    name: 'Anonymous',
    meaning: 'Nobody else reads your row. What you do is counted only together with at least four other firms without a name.',
  },
  {
    value: 'NAMED',
    name: 'Under your firm’s name',
    meaning: 'Everybody here reads your name, your place and your figures, by every filter.',
  },
]

/** Whether the firm stands on the leaderboard under its name (rulebook 20.9), and what others will see. */
export function LeaderboardName() {
  const preferences = useOnce(calls.getLeaderPreferences, {})
  return (
    <Page
      title="Leaderboard"
      about="How other firms read yours on the leaderboard. You always read your own row and place. A change counts from the next day, in UTC; days until then stay as they were."
    >
      {preferences.state === 'LOADING' && <Skeleton lines={4} label="Loading the choice" />}
      {preferences.state === 'FAILED' && <CouldNotLoad what="the choice" words={preferences.words} retry={preferences.retry} />}
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
    run('The choice', async () => {
      setHeld(await write(calls.setLeaderPreferences, { body: { disabled_leaderboard_anonymity: choice === 'NAMED' } }))
      await refreshUser()
      toast({ key: 'leaderboard-name', tone: 'done', title: 'Saved', text: `It counts from ${dayText(tomorrow())} on, in UTC.` })
    })
  return (
    <div className={styles['form']}>
      <p className={styles['now']}>
        {held.is_named_today ? `Today others read ${user.firm.name}.` : 'Today others do not read your name.'}{' '}
        {choiceOf(held) !== (held.is_named_today ? 'NAMED' : 'ANONYMOUS') &&
          held.counts_from !== null &&
          `From ${dayText(held.counts_from)} on they ${held.disabled_leaderboard_anonymity ? 'will' : 'will not any more'}.`}
      </p>
      {isAdministrator && (
        <Options legend="Others read your firm" name="leaderboard-name" value={choice} options={options} onChange={setChoice} />
      )}
      <Preview choice={choice} />
      {isAdministrator ? (
        <div>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabledReason={choice === choiceOf(held) ? 'This is what is saved.' : undefined}
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

/** The row as others will read it, with the firm's own figures of the last thirty days in place of those to come. */
function Preview({ choice }: { readonly choice: Choice }) {
  const volumes = useOnce(calls.leaderVolumes, { query: {} })
  const user = useUser()
  return (
    <section className={styles['preview']} aria-label="What others will see">
      <h2>What others will see from {dayText(tomorrow())} on</h2>
      {volumes.state === 'LOADING' && <Skeleton lines={1} label="Loading your figures" />}
      {volumes.state === 'FAILED' && <CouldNotLoad what="your figures" words={volumes.words} retry={volumes.retry} />}
      {volumes.state === 'LOADED' && <PreviewRow choice={choice} firm={user.firm.name} volumes={volumes.data} />}
      <p>
        {choice === 'NAMED'
          ? 'The figures are those of your last thirty days, as an example: others will read only those of days from then on, and can set them beside the public tape.'
          : 'Your own row is gone for them. Days on which your name was shown stay as they were.'}
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
        <b>Firms without a name</b>
        <span>one sum, of five firms or more</span>
      </p>
    )
  return (
    <p className={styles['row']}>
      <b>{firm}</b>
      <span>{own?.rank == null ? 'no place yet' : `place ${own.rank}`}</span>
      <span>{dollarText(Number(own?.volume_usd ?? 0))}</span>
      <span>{own?.trades ?? 0} trades</span>
    </p>
  )
}
