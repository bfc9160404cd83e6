import { Search } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../components/Dialog.tsx'
import { classNames } from '../theme/class-names.ts'
import styles from './CommandPalette.module.css'
import { type Command, findCommands } from './commands.ts'
import { useCommands } from './use-commands.ts'

const SHOWN = 12

export const CommandPalette = ({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Commands" width={560} isBare>
    <Palette onClose={onClose} />
  </Dialog>
)

function Palette({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const commands = useCommands()
  const found = findCommands(commands, typed, SHOWN)
  const chosen = Math.min(at, found.length - 1)
  const run = (command: Command | undefined) => {
    if (command === undefined) return
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
          placeholder="Find a command, an RFQ or a market"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, found.length - 1))
            else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0))
            else if (event.key === 'Enter') run(found[chosen])
            else return
            event.preventDefault()
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
            className={classNames(styles['command'], index === chosen && styles['chosen'])}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <span>{command.title}</span>
            <span className={styles['hint']}>{command.hint}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles['none']}>Nothing matches “{typed}”.</p>}
    </div>
  )
}
