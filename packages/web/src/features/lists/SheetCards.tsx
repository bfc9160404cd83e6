import { quantityText } from '@parley/core'
import { Button } from '../../components/Button.tsx'
import { SideText } from './ListDesk.tsx'
import styles from './Lists.module.css'
import { markTextOf, type SheetLine } from './sheet-lines.ts'
import type { Sheet } from './use-sheet.ts'

export type SheetRowsProps = { readonly lines: readonly SheetLine[]; readonly sheet: Sheet }

/** The rows of a sheet on a phone, each with its number, and the reason and the remedies of an unreadable one below its text. */
export const SheetCards = ({ lines, sheet }: SheetRowsProps) => (
  <ul className={styles['cards']} aria-label="Rows of the sheet">
    {lines.map((line) => (
      <li key={line.sheet.row}>
        <span className={styles['muted']}>{line.sheet.row}</span>
        <div>
          {line.state === 'READ' ? (
            <p>
              <SideText side={line.side} /> <b>{quantityText(line.quantity)}</b> {line.name}
            </p>
          ) : (
            <p>
              <code className={styles['raw']}>{line.sheet.text}</code>
            </p>
          )}
          <p className={line.state === 'READ' ? styles['muted'] : styles['problem']}>
            {line.state === 'READ' ? `Mark ${markTextOf(line) || '—'}` : line.problem}
          </p>
          <RowActions line={line} sheet={sheet} />
        </div>
      </li>
    ))}
  </ul>
)

/** Changes or removes a row. The likely meanings of an unreadable row are one click away. */
export const RowActions = ({ line, sheet }: { readonly line: SheetLine; readonly sheet: Sheet }) => (
  <span className={styles['actions']}>
    {line.state === 'UNREAD' &&
      line.offers.slice(0, 2).map(({ part, text }) => (
        <Button key={text} size="small" title={`Row ${line.sheet.row} as ${text}`} onClick={() => sheet.rewrite(line.sheet.row, text)}>
          {`Use ${part}`}
        </Button>
      ))}
    <Button size="small" kind="quiet" aria-label={`Edit row ${line.sheet.row}`} onClick={() => sheet.edit(line.sheet.row)}>
      Edit
    </Button>
    <Button size="small" kind="quiet" aria-label={`Remove row ${line.sheet.row}`} onClick={() => sheet.remove([line.sheet])}>
      Remove
    </Button>
  </span>
)
