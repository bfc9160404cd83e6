import { leaderboardCalls as calls } from '@parley/contracts'
import { Download, Hourglass, Trophy } from 'lucide-react'
import { Button } from '../../components/Button.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { downloadText, toCsv } from '../../components/table-export.ts'
import { minuteText } from '../../components/time-text.ts'
import { toast } from '../../components/toasts.ts'
import { useIsNarrow } from '../../components/use-media.ts'
import { useOnce } from '../../live/loadable.ts'
import { useUser } from '../../live/session.ts'
import { useKept } from '../../live/use-kept-setting.ts'
import { classNames } from '../../theme/class-names.ts'
import { LeaderCards } from './LeaderCards.tsx'
import { Filters } from './LeaderFilterBar.tsx'
import { keptFilters, type LeaderFilters, unfiltered } from './leader-filters.ts'
import { type LeaderAnswers, type LeaderRow, leaderRows } from './leader-rows.ts'
import { leaderColumns, shownText } from './leader-text.ts'
import { LeaderPictures } from './LeaderPictures.tsx'
import { LeaderSummary } from './LeaderSummary.tsx'
import { LeaderTable } from './LeaderTable.tsx'
import styles from './Leaderboard.module.css'
import { useLeaderboard } from './use-leaderboard.ts'

/** Firms by trading volume, market making and responses (rulebook 20). */
export function Leaderboard() {
  const usual: LeaderFilters = { period: '30D', role: useUser().trading_desk?.is_maker === false ? 'TAKER' : 'MAKER', ...unfiltered }
  const [filters, setFilters] = useKept<LeaderFilters>('leaderboard', usual, keptFilters)
  const isNarrow = useIsNarrow()
  const { answers, isOld, again } = useLeaderboard(filters)
  const data = answers.state === 'LOADED' ? answers.data : undefined
  const rows = data === undefined ? [] : leaderRows(data, filters.role)
  return (
    <div className={styles['screen']}>
      <div className={styles['bar']}>
        <Filters filters={filters} onChange={setFilters} />
        <Export rows={rows} filters={filters} />
      </div>
      {answers.state === 'LOADING' && <Skeleton lines={8} label="Loading the leaderboard" />}
      {answers.state === 'FAILED' && <CouldNotLoad what="the leaderboard" words={answers.words} retry={answers.retry} />}
      {data !== undefined && (
        <div
          className={classNames(styles['content'], isOld && styles['old'])}
          aria-busy={isOld}
          // It scrolls on a phone, so it has to be reachable by keyboard.
          {...(isNarrow ? { role: 'region', 'aria-label': 'Firms', tabIndex: 0 } : {})}
        >
          <Content answers={data} rows={rows} filters={filters} onClear={() => setFilters({ ...filters, ...unfiltered })} onAgain={again} />
        </div>
      )}
    </div>
  )
}

/** The time of the figures, and how other firms see the user’s firm. */
function Shown({ answers }: { readonly answers: LeaderAnswers | undefined }) {
  const { firm } = useUser()
  const preferences = useOnce(calls.getLeaderPreferences, {})
  // The setting is part of the user. The state of today is loaded.
  const known = { disabled_leaderboard_anonymity: !firm.leaderboard_anonymity, is_named_today: !firm.leaderboard_anonymity }
  return (
    <p className={styles['note']}>
      {answers?.volumes.as_of != null && <span>as of {minuteText(answers.volumes.as_of)}</span>}
      <a href="/dashboard/leaderboard/">{shownText(preferences.state === 'LOADED' ? preferences.data : known)}</a>
    </p>
  )
}

function Export({ rows, filters }: { readonly rows: readonly LeaderRow[]; readonly filters: LeaderFilters }) {
  const name = `leaderboard-${filters.role.toLowerCase()}s-${filters.period.toLowerCase()}.csv`
  return (
    <Button
      icon={<Download size={14} />}
      disabledReason={rows.length === 0 ? 'Nothing to export.' : undefined}
      onClick={() => {
        downloadText(name, toCsv(leaderColumns, rows), 'text/csv')
        toast({ key: 'export', tone: 'done', title: `${rows.length === 1 ? '1 row' : `${rows.length} rows`} exported`, text: name })
      }}
    >
      Export
    </Button>
  )
}

type ContentProps = {
  readonly answers: LeaderAnswers
  readonly rows: readonly LeaderRow[]
  readonly filters: LeaderFilters
  readonly onClear: () => void
  readonly onAgain: () => void
}

function Content({ answers, rows, filters, onClear, onAgain }: ContentProps) {
  const isNarrow = useIsNarrow()
  if (answers.volumes.as_of === null || rows.length === 0)
    return (
      <div className={styles['main']}>
        {answers.volumes.as_of === null ? <BeingCounted onAgain={onAgain} /> : <NothingShown filters={filters} onClear={onClear} />}
      </div>
    )
  const shown = { answers, rows, role: filters.role }
  return (
    <>
      <div className={styles['main']}>
        <Shown answers={answers} />
        <LeaderSummary {...shown} />
        {isNarrow ? <LeaderCards {...shown} /> : <LeaderTable {...shown} />}
        <Footnote answers={answers} />
      </div>
      <LeaderPictures {...shown} />
    </>
  )
}

const BeingCounted = ({ onAgain }: Pick<ContentProps, 'onAgain'>) => (
  <Empty
    icon={Hourglass}
    title="Updating the leaderboard"
    text="All settled trades are being counted again. The figures appear here in a moment."
    action={<Button onClick={onAgain}>Check again</Button>}
  />
)

function NothingShown({ filters, onClear }: Pick<ContentProps, 'filters' | 'onClear'>) {
  const isFiltered = Object.entries(unfiltered).some(([name, any]) => filters[name as keyof typeof unfiltered] !== any)
  if (isFiltered)
    return (
      <Empty
        icon={Trophy}
        title="No matching firms"
        text="Neither your firm nor any named firm has a settled trade that matches these filters."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    )
  return (
    <Empty
      icon={Trophy}
      title="No firms yet"
      text="Your row appears after your first settled trade, at the next update. Firms that choose to be named have their own row. Anonymous firms share one row, once at least five of them have traded on a completed day."
      action={<a href="/dashboard/leaderboard/">Choose how others see your firm</a>}
    />
  )
}

/** Explains which firms the ranks count, and which totals are hidden. */
const Footnote = ({ answers: { volumes } }: Pick<ContentProps, 'answers'>) => (
  <p className={styles['footnote']}>
    {volumes.ranked_among === 'ALL'
      ? 'Ranks count anonymous firms too; their ranks are left empty.'
      : 'Ranks count only the rows shown, because fewer than five other anonymous firms traded.'}{' '}
    {volumes.together === null
      ? 'The total of anonymous firms is hidden. It is shown without filters, for completed days on which at least five of them traded.'
      : 'The total of anonymous firms covers completed days on which at least five of them traded.'}
  </p>
)
