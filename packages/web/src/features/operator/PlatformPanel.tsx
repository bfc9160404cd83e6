import type { ConsoleOverviewView } from '@parley/client'
import { KeyRound } from 'lucide-react'
import { StatusBadge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { minuteText } from '../../components/time-text.ts'
import { announceTask } from './announcement-tasks.ts'
import type { CommandTask } from './command-task.ts'
import { nextMove, platformLabels } from './console-text.ts'
import { Panel } from './Panel.tsx'
import styles from './PlatformPanel.module.css'

type Platform = ConsoleOverviewView['platform']
type Props = { readonly platform: Platform; readonly onTask: (task: CommandTask) => void }

/** The state of the platform, the only state that can follow, and the schedule. */
export function PlatformPanel({ platform, onTask }: Props) {
  const { button, kind } = nextMove[platform.state]
  const { label, tone, text } = platformLabels[platform.state]
  return (
    <Panel
      title="Platform"
      aside={
        <span className={styles['asks']}>
          <KeyRound size={12} aria-hidden="true" /> asks for your code again
        </span>
      }
    >
      <div className={styles['content']}>
        <p>
          <StatusBadge tone={tone}>{label}</StatusBadge> {text}
        </p>
        {platform.scheduled.map(({ id, at, state }) => (
          <p key={id} className={styles['scheduled']}>
            <span>
              {platformLabels[state].label} at {minuteText(at)}
            </span>
            <Button size="small" onClick={() => onTask(cancelOf(id))}>
              Cancel…
            </Button>
          </p>
        ))}
        <div className={styles['buttons']}>
          <Button onClick={() => onTask(announceTask)}>Announce…</Button>
          <Button onClick={() => onTask(scheduleAfter(platform))}>Schedule…</Button>
          <Button kind={kind} onClick={() => onTask(moveFrom(platform))}>
            {button}…
          </Button>
        </div>
      </div>
    </Panel>
  )
}

function moveFrom({ state, scheduled }: Platform): CommandTask {
  const { to, button, kind } = nextMove[state]
  const dropped = scheduled.length === 0 ? '' : ' The scheduled changes are cancelled.'
  return {
    command: 'platform',
    hurts: true,
    title: `${button} the platform`,
    about: `Immediately, for every desk: ${platformLabels[to].text}${dropped}`,
    button,
    ...(kind === 'danger' ? { kind: 'danger' } : { kind: 'primary' }),
    done: `The platform is now ${platformLabels[to].label.toLowerCase()}`,
    options: { state: to },
  }
}

function scheduleAfter({ state, scheduled }: Platform): CommandTask {
  const { to } = nextMove[scheduled.at(-1)?.state ?? state]
  return {
    command: 'platform',
    hurts: true,
    title: 'Schedule a change',
    about: `The next state is ${platformLabels[to].label}. ${platformLabels[to].text} Every desk sees the time in advance.`,
    button: 'Schedule',
    kind: 'primary',
    done: 'Change scheduled',
    options: { state: to },
    fields: [{ name: 'at', label: 'Time', hint: 'In UTC, such as 2026-12-01T08:00Z.' }],
  }
}

const cancelOf = (id: number): CommandTask => ({
  command: 'platform',
  hurts: true,
  title: 'Cancel a scheduled change',
  about: 'All later changes are cancelled too, because they follow from it.',
  button: 'Cancel change',
  done: 'Change cancelled',
  options: { cancel: String(id) },
})
