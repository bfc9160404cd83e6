import type { ConsolePage, ConsolePages } from '@parley/client'
import { Ellipsis, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Input } from '../../components/Input.tsx'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { CommandDialog } from './CommandDialog.tsx'
import type { CommandTask } from './command-task.ts'
import { readPage } from './console-store.ts'
import styles from './ListPage.module.css'
import { usePage } from './use-page.ts'

export type OnTask = (task: CommandTask) => void

type ListPageProps<Name extends ConsolePage> = {
  readonly page: Name
  readonly title: string
  readonly about: string
  /** Commands that concern no row. */
  readonly tasks?: readonly CommandTask[]
  /** The label of the search box; there is none without it. */
  readonly search?: string
  /** `sought` is the text of the search box in lower case. */
  readonly children: (data: ConsolePages[Name], onTask: OnTask, sought: string) => ReactNode
}

/** A section of the console with one list or a few. The command that a button begins is a dialog above it. */
export function ListPage<Name extends ConsolePage>({ page, title, about, tasks = [], search, children }: ListPageProps<Name>) {
  const { data, words } = usePage(page)
  const [task, setTask] = useState<CommandTask>()
  const [sought, setSought] = useState('')
  return (
    <main className={styles['page']}>
      <header className={styles['head']}>
        <div className={styles['words']}>
          <h2 className={styles['title']}>{title}</h2>
          <p className={styles['about']}>{about}</p>
        </div>
        {search !== undefined && (
          <Input
            size="small"
            aria-label={search}
            placeholder={search}
            before={<Search size={14} aria-hidden="true" />}
            value={sought}
            onChange={(event) => setSought(event.target.value)}
          />
        )}
        {tasks.map((each) => (
          <Button key={each.title} onClick={() => setTask(each)}>
            {each.button}…
          </Button>
        ))}
      </header>
      <div className={styles['body']}>
        {data !== undefined ? (
          children(data, setTask, sought.trim().toLowerCase())
        ) : words === undefined ? (
          <Skeleton lines={10} />
        ) : (
          <CouldNotLoad what={title.toLowerCase()} words={words} retry={() => void readPage(page)} />
        )}
      </div>
      {task !== undefined && <CommandDialog task={task} onClose={() => setTask(undefined)} />}
    </main>
  )
}

/** The commands about one row. */
export const TaskMenu = ({
  of,
  tasks,
  onTask,
}: {
  readonly of: string
  readonly tasks: readonly CommandTask[]
  readonly onTask: OnTask
}) => (
  <Menu
    align="end"
    trigger={
      <IconButton label={`Actions for ${of}`}>
        <Ellipsis size={16} />
      </IconButton>
    }
  >
    {tasks.map((task) => (
      <MenuItem key={task.title} onSelect={() => onTask(task)}>
        {task.button}…
      </MenuItem>
    ))}
  </Menu>
)

export const isSought = (sought: string, ...texts: readonly string[]): boolean => texts.some((text) => text.toLowerCase().includes(sought))
