import { Columns3 } from 'lucide-react'
import { IconButton } from './Button.tsx'
import type { Column } from './DataTable.tsx'
import { Menu, MenuCheck, MenuItem, MenuLine } from './Menu.tsx'
import { isHidden, orderedColumns, plainLayout, type TableLayout, withVisibility } from './table-layout.ts'

/** Which columns a table shows. */
export const ColumnMenu = <Row,>(props: {
  readonly columns: readonly Column<Row>[]
  readonly layout: TableLayout
  readonly onLayout: (layout: TableLayout) => void
}) => (
  <Menu
    align="end"
    trigger={
      <IconButton label="Columns">
        <Columns3 size={16} />
      </IconButton>
    }
  >
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
    <MenuItem onSelect={() => props.onLayout(plainLayout)}>As it was at first</MenuItem>
  </Menu>
)
