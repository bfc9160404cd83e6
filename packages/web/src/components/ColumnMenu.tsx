import { Columns3 } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from './Button.tsx'
import type { Column } from './table-column.ts'
import { Menu, MenuCheck, MenuItem, MenuLine } from './Menu.tsx'
import { isHidden, orderedColumns, plainLayout, type TableLayout, withVisibility } from './table-layout.ts'

type ColumnMenuProps<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
}

/** Menu content: the columns to show, and a reset to the default. */
export const ColumnChoices = <Row,>(props: ColumnMenuProps<Row>) => (
  <>
    {orderedColumns(props.columns, props.layout.order).map((column) => (
      <MenuCheck
        key={column.id}
        isOn={!isHidden(column, props.layout)}
        onChange={(isOn) => props.onLayout(withVisibility(props.layout, column.id, isOn ? 'shown' : 'hidden'))}
      >
        {column.heading}
      </MenuCheck>
    ))}
    <MenuLine />
    <MenuItem onSelect={() => props.onLayout(plainLayout)}>Reset to default</MenuItem>
  </>
)

const Columns = <Row,>(props: ColumnMenuProps<Row>) => (
  <Menu
    align="end"
    trigger={
      <IconButton label="Columns">
        <Columns3 size={16} />
      </IconButton>
    }
  >
    <ColumnChoices {...props} />
  </Menu>
)

/** The column menu of a table. It is redrawn when columns change, not with every row. */
export const ColumnMenu = memo(Columns) as typeof Columns
