import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Dialog } from '../components/Dialog.tsx'
import { runKey } from '../components/key-table.ts'
import { takeTypedAhead } from '../components/typed-ahead.ts'
import { useTypedLine } from '../features/line/use-typed-line.ts'
import { useNewRfqReason } from '../live/trade-reasons.ts'
import { classNames } from '../theme/class-names.ts'
import styles from './CommandPalette.module.css'
import { type Command, findCommands } from './commands.ts'
import { useHelpCommands } from './help-commands.ts'
import { lineCommands } from './line-commands.ts'
import { useCommands } from './use-commands.ts'

const SHOWN = 12

export const CommandPalette = ({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Commands" width={640} place="top" isBare>
    <Palette onClose={onClose} />
  </Dialog>
)

function Palette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [asked, setAsked] = useState<string>()
  useEffect(() => setTyped(takeTypedAhead()), [])
  const { found, line } = useFound(typed)
  const chosen = Math.min(at, found.length - 1)
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    if (command.text !== undefined) return setTyped(command.text)
    if (command.again !== undefined && asked !== command.id) return setAsked(command.id)
    onClose()
    command.run()
  }
  return (
    <div className={styles['palette']}>
      <div className={styles['search']}>
        <Search size={16} aria-hidden="true" />
        <input
          autoFocus
          role="combobox"
          aria-label="Find a command, an RFQ or a market"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found[chosen] === undefined ? undefined : `command-${found[chosen].id}`}
          placeholder="Find a command, an RFQ or a market, or type an RFQ"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
            setAsked(undefined)
          }}
          onKeyDown={(event) => {
            runKey(event, {
              down: () => setAt(Math.min(chosen + 1, found.length - 1)),
              up: () => setAt(Math.max(chosen - 1, 0)),
              enter: () => run(found[chosen]),
            })
          }}
        />
      </div>
      <ul id="palette-list" role="listbox" aria-label="Commands" className={styles['list']}>
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`command-${command.id}`}
            role="option"
            aria-selected={index === chosen}
            className={classNames(styles['command'], index === chosen && styles['chosen'], asked === command.id && styles['asked'])}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <span>{asked === command.id ? command.again : command.title}</span>
            <span className={styles['hint']}>{command.hint}</span>
          </li>
        ))}
      </ul>
      {line.state === 'UNREAD' && (
        <p className={styles['line']} role="status">
          RFQ shorthand: {line.words}
        </p>
      )}
      {found.length === 0 && line.state !== 'UNREAD' && (
        <p className={styles['none']}>{line.state === 'LOADING' ? 'Loading the instruments…' : `Nothing matches “${typed}”.`}</p>
      )}
    </div>
  )
}

/** RFQ shorthand comes before the commands, because a user who types it means it. */
function useFound(typed: string) {
  const commands = useCommands()
  const newRfq = useNewRfqReason()
  const line = useTypedLine(newRfq === undefined ? typed : '')
  const help = useHelpCommands(typed)
  const ofLine = lineCommands(line)
  const own = [...ofLine, ...findCommands(commands, typed, SHOWN - ofLine.length)]
  // Help pages that contain the word come after the commands.
  return { line, found: [...own.slice(0, SHOWN - help.length), ...help] }
}
