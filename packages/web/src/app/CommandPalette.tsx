import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Dialog } from '../components/Dialog.tsx'
import { useNewRfqReason } from '../features/protection/use-protection.ts'
import { signOut } from '../live/session.ts'
import { useRfqs } from '../live/use-live.ts'
import { classNames } from '../theme/class-names.ts'
import { chooseTheme, themeLabel, themes } from '../theme/theme.ts'
import styles from './CommandPalette.module.css'
import { type Command, findCommands, rfqTitle } from './commands.ts'
import { navigate } from './router.ts'
import { marketRoutes, marketTitle } from './routes.ts'
import { chooseCurrency, openDialog, selectRfq } from './screen-state.ts'

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
          aria-label="Find a command or an RFQ"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found[chosen] === undefined ? undefined : `command-${found[chosen].id}`}
          placeholder="Find a command or an RFQ"
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

function useCommands(): readonly Command[] {
  const newRfq = useNewRfqReason()
  const rfqs = useRfqs()
  return useMemo(
    () => [
      ...(newRfq === undefined ? [{ id: 'new', title: 'New RFQ', hint: 'N', run: () => openDialog('new-rfq') }] : []),
      ...marketRoutes.map((route) => ({ id: route, title: `Go to ${marketTitle[route]}`, run: () => navigate(route) })),
      { id: 'all', title: 'Show all currencies', run: () => chooseCurrency('ALL') },
      { id: 'btc', title: 'Show BTC only', run: () => chooseCurrency('BTC') },
      { id: 'eth', title: 'Show ETH only', run: () => chooseCurrency('ETH') },
      ...themes.map((theme) => ({
        id: `theme-${theme}`,
        title: `${themeLabel[theme]} palette`,
        hint: 'Theme',
        run: () => chooseTheme(theme),
      })),
      { id: 'settings', title: 'Settings', run: () => openDialog('settings') },
      { id: 'protections', title: 'Protections of your desk', hint: 'M', run: () => openDialog('protections') },
      { id: 'kill-switch', title: 'Kill switch', hint: 'Shift K', run: () => openDialog('kill-switch') },
      { id: 'keys', title: 'Keys', hint: '?', run: () => openDialog('keys') },
      { id: 'logout', title: 'Logout', run: () => void signOut() },
      ...[...rfqs.values()]
        .filter((rfq) => rfq.state === 'OPEN')
        .map((rfq) => ({
          id: rfq.id,
          title: rfqTitle(rfq),
          hint: rfq.id,
          run: () => {
            navigate('/rfqs')
            selectRfq(rfq.id)
          },
        })),
    ],
    [newRfq, rfqs],
  )
}
