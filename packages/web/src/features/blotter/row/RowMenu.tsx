import { Ellipsis } from 'lucide-react'
import type { SyntheticEvent } from 'react'
import { IconButton } from '../../../components/Button.tsx'
import { Kbd } from '../../../components/Kbd.tsx'
import { Menu, MenuItem } from '../../../components/Menu.tsx'
import type { Column } from '../../../components/table-column.ts'
import { useNewRfqReason } from '../../../live/trade-reasons.ts'
import type { RepeatActions } from './repeat-actions.ts'
import styles from './RowMenu.module.css'

/** A click or key in the menu must not also act on the row, which would open the ticket. */
const keep = (event: SyntheticEvent): void => event.stopPropagation()

/** The menu of a row, in every table. */
export function RowMenu({ actions }: { readonly actions: RepeatActions }) {
  const reason = useNewRfqReason()
  return (
    <span onClick={keep} onKeyDown={keep}>
      <Menu
        align="end"
        trigger={
          <IconButton label="More actions" tabIndex={-1} className={styles['more']}>
            <Ellipsis size={14} />
          </IconButton>
        }
      >
        {actions.askAgain !== undefined && (
          <MenuItem disabled={reason !== undefined} onSelect={actions.askAgain}>
            Ask again <Kbd of="askAgain" isSilent />
          </MenuItem>
        )}
        <MenuItem onSelect={actions.copyLine}>
          Copy line <Kbd of="copyLine" isSilent />
        </MenuItem>
      </Menu>
    </span>
  )
}

export const menuColumn = <Row,>(actsOf: (row: Row) => RepeatActions): Column<Row> => ({
  id: 'menu',
  heading: 'More',
  isHeadingHidden: true,
  isExported: false,
  width: 30,
  // The ticket and the shortcuts do the same, so a narrow window drops this column first.
  dropsAt: 9,
  fits: true,
  cell: (row) => <RowMenu actions={actsOf(row)} />,
  text: () => '',
})
