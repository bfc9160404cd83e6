/** The commands about announcements, and the state of one. Pure. */
import type { ConsoleAnnouncementsView } from '@parley/client'
import type { Tone } from '../../components/Badge.tsx'
import type { CommandTask } from './command-task.ts'

export type Announcement = ConsoleAnnouncementsView['announcements'][number]

const refresh = ['announcements', 'overview'] as const

export const announceTask: CommandTask = {
  command: 'announce',
  hurts: true,
  kind: 'primary',
  title: 'Make an announcement',
  about: 'Every user sees it below the header, in open sessions too, until it ends or you withdraw it.',
  button: 'Announce',
  done: 'Announcement made',
  refresh,
  fields: [
    {
      name: 'kind',
      label: 'Kind',
      kind: 'choice',
      initial: 'INFORMATION',
      choices: [
        { value: 'INFORMATION', label: 'Information' },
        { value: 'MAINTENANCE', label: 'Maintenance' },
        { value: 'INCIDENT', label: 'Incident' },
      ],
    },
    { name: 'text', label: 'Text', hint: 'One line of plain text, at most 280 characters.' },
    { name: 'until', label: 'Until', hint: 'In UTC, such as 2026-12-01T14:00Z.' },
    { name: 'from', label: 'From', hint: 'In UTC. Leave it empty to begin immediately.', isOptional: true },
    { name: 'sign-in', label: 'Also on the sign-in page, which anyone can open', kind: 'flag', initial: false },
  ],
}

export const withdrawTask = ({ id, text }: Announcement): CommandTask => ({
  command: 'announce',
  hurts: true,
  title: 'Withdraw the announcement',
  about: `It disappears from every open session: ${text}`,
  button: 'Withdraw',
  done: 'Announcement withdrawn',
  options: { withdraw: id },
  refresh,
})

type State = { readonly label: string; readonly tone: Tone; readonly isOpen: boolean }

export function announcementState({ starts_at: from, ends_at: until, withdrawn_at: withdrawn }: Announcement, at: number): State {
  if (withdrawn !== null) return { label: 'Withdrawn', tone: 'faint', isOpen: false }
  if (until <= at) return { label: 'Ended', tone: 'faint', isOpen: false }
  return from > at ? { label: 'Scheduled', tone: 'plain', isOpen: true } : { label: 'Shown', tone: 'open', isOpen: true }
}
