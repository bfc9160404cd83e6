import { createListing, printLine, type Quantity, sheetLists, type SheetMarket, type SheetRow, sheetRowText } from '@parley/core'
import { ListTree, Shapes } from 'lucide-react'
import { type ReactNode, useMemo, useReducer, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { CouldNotLoad } from '../../components/CouldNotLoad.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Input } from '../../components/Input.tsx'
import { runKey } from '../../components/key-table.ts'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { Remark } from '../../components/Remark.tsx'
import { navigate, useQuery } from '../../components/router.ts'
import { Segmented } from '../../components/Segmented.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useIsNarrow } from '../../components/use-media.ts'
import { UploadText } from '../../components/UploadText.tsx'
import { currenciesOf, firstMarket, useOpenMarkets } from '../../live/open-markets.ts'
import { useScreen } from '../../live/screen-state.ts'
import { useSnapshot } from '../../live/use-snapshot.ts'
import { markedBy } from '../line/listing-marks.ts'
import { emptyForm, reduceBuilder } from '../rfq/builder/builder-form.ts'
import { type BuilderFacts, structureOf } from '../rfq/builder/builder-summary.ts'
import { expiriesOfChain } from '../rfq/builder/chain.ts'
import { offered, suggestLegs } from '../rfq/builder/suggest.ts'
import { useBuilderFacts } from '../rfq/builder/use-builder-facts.ts'
import { listAddress, NEW_LIST } from './list-address.ts'
import { ListDesk } from './ListDesk.tsx'
import styles from './Lists.module.css'
import { SendList } from './SendList.tsx'
import { lineOfRow } from './sheet-lines.ts'
import { SheetCards, SheetTable } from './SheetRows.tsx'
import { type Sheet, useSheet } from './use-sheet.ts'

/** Builds a list RFQ from the rows of a sheet. A sheet with several currencies or venues becomes a list of each (rulebook 22.1). */
export function ListBuilder() {
  const markets = useOpenMarkets()
  const sheet = useSheet(currenciesOf(markets))
  const shown = useScreen(({ currency }) => currency)
  const home = markets.find(({ currency }) => currency === shown) ?? firstMarket(markets)
  const lists = sheetLists(sheet.rows, home)
  const wanted = useQuery('market')
  const list = lists.find(({ name }) => name === wanted) ?? lists[0]!
  const switcher = lists.length > 1 && (
    <Segmented
      label="The lists of this sheet"
      value={list.name}
      options={lists.map(({ name, rows }) => ({ value: name, label: `${name} · ${rows.length}` }))}
      onChange={(name) => navigate(`${listAddress(NEW_LIST)}&market=${encodeURIComponent(name)}`, 'replace')}
    />
  )
  return <OneMarket key={list.name} market={list} rows={list.rows} sheet={sheet} switcher={switcher} />
}

type OneMarketProps = {
  readonly market: SheetMarket
  readonly rows: readonly SheetRow[]
  readonly sheet: Sheet
  readonly switcher: ReactNode
}

function OneMarket({ market, rows, sheet, switcher }: OneMarketProps) {
  const [form, act] = useReducer(reduceBuilder, market, emptyForm)
  const { facts, failed, retry, isLoading } = useBuilderFacts(form)
  const { instruments } = facts
  const Rows = useIsNarrow() ? SheetCards : SheetTable
  // Rows are read again when marks first arrive, and not with every change.
  const marks = useSnapshot(facts.marks, [rows, instruments, facts.marks.size > 0])
  const listing = useMemo(
    () => createListing(instruments.values(), market.currency, (one) => markedBy(marks, one)),
    [instruments, marks, market.currency],
  )
  const lines = useMemo(
    () => (isLoading ? [] : rows.map((row) => lineOfRow(row, listing, form, facts))),
    [isLoading, rows, listing, form, facts],
  )
  const tools = (
    <>
      <Pick facts={facts} sheet={sheet} currency={market.currency} />
      <UploadText label="Upload CSV" name="CSV file" accept={SHEETS} onText={sheet.add} onRefused={sheet.refuse} />
      <Button disabledReason={rows.length === 0 ? 'The sheet is empty.' : undefined} onClick={() => sheet.remove(rows)}>
        Clear
      </Button>
    </>
  )
  const ticket = isLoading ? (
    <Skeleton lines={8} label="Loading the makers" />
  ) : (
    <SendList key={rows.length === 0 ? 'none' : 'some'} {...{ lines, form, facts, act }} onSent={sheet.remove} />
  )
  return (
    <ListDesk title="New list RFQ" head={switcher} end={tools} ticket={failed === undefined ? ticket : null}>
      <RowEntry rows={rows} sheet={sheet} />
      <Remark tone="danger" role="alert" isPadded>
        {sheet.refused}
      </Remark>
      {failed !== undefined ? (
        <CouldNotLoad what="the makers and instruments" words={failed} retry={retry} />
      ) : isLoading ? (
        <Skeleton lines={6} label="Loading the instruments" />
      ) : rows.length === 0 ? (
        <Empty
          icon={ListTree}
          title="No rows yet"
          text="Paste cells from a sheet above: side, quantity and structure. Each row shows how it was read before anything is sent."
          action={<Button onClick={focusEntry}>Paste or type a row</Button>}
        />
      ) : (
        <Rows lines={lines} sheet={sheet} />
      )}
    </ListDesk>
  )
}

const SHEETS = '.csv,.tsv,.txt,text/csv,text/plain'
const ENTRY = 'sheet-entry'
const focusEntry = () => document.getElementById(ENTRY)?.focus()

/** Takes pasted cells at once, and a typed row with Enter. While a row is edited, it replaces that row. */
function RowEntry({ rows, sheet }: Pick<OneMarketProps, 'rows' | 'sheet'>) {
  const row = rows.find((one) => one.row === sheet.edited)
  const [held, setHeld] = useState<{ readonly of: number | undefined; readonly text: string }>({ of: undefined, text: '' })
  const text = held.of === row?.row ? held.text : row === undefined ? '' : sheetRowText(row)
  const take = () => {
    if (row !== undefined) sheet.rewrite(row.row, text)
    else if (text.trim() !== '') sheet.add(text)
    setHeld({ of: undefined, text: '' })
  }
  return (
    <div className={styles['entry']}>
      <Input
        id={ENTRY}
        aria-label={row === undefined ? 'Paste or type rows' : `Row ${row.row}`}
        placeholder="Paste cells, or type a row: B 50 25DEC26 95k/105k cs"
        before={row === undefined ? <ListTree size={14} aria-hidden="true" /> : `Row ${row.row}`}
        value={text}
        onChange={(event) => setHeld({ of: row?.row, text: event.target.value })}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          // One cell or one typed line can still be changed before it is added to the list.
          if (row !== undefined || !/[\n\t]/.test(pasted.trim())) return
          event.preventDefault()
          sheet.add(pasted)
        }}
        onKeyDown={(event) => {
          if (runKey(event, { enter: take, back: row && (() => sheet.edit(undefined)) })) event.stopPropagation()
        }}
      />
      <Button disabledReason={text.trim() === '' ? 'Type a row first.' : undefined} onClick={take}>
        {row === undefined ? 'Add row' : 'Replace row'}
      </Button>
    </div>
  )
}

const WEEK_MS = 7 * 86_400_000
type PickProps = Pick<OneMarketProps, 'sheet'> & { readonly facts: BuilderFacts; readonly currency: string }

/** A named structure with the strikes around the forward, as a row that can be edited. */
function Pick({ facts: { instruments, marks, now }, sheet, currency }: PickProps) {
  const pick = (name: string) => {
    const expiries = expiriesOfChain(instruments, marks, now)
    const expiry = (expiries.find(({ at }) => at - now > WEEK_MS) ?? expiries[0])?.at
    const legs = suggestLegs(name, instruments, marks, expiry ?? 0)
    const structure = legs && structureOf(legs, instruments)
    if (structure === undefined) return
    const { baseCurrency } = structure.legs[0]!.instrument
    sheet.addToEdit(`B 50 ${printLine({ baseCurrency, structure, quantity: undefined as Quantity | undefined })}`)
    focusEntry()
  }
  return (
    <Menu trigger={<Button icon={<Shapes size={14} />}>{`Pick a ${currency} structure`}</Button>}>
      {offered.map((name) => (
        <MenuItem key={name} onSelect={() => pick(name)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
